/** What is wrong with a value, and where. */
export interface ValueIssue {
  /** RFC 6901 JSON pointer. */
  pointer: string;
  message: string;
}

interface SchemaError {
  keyword: string;
  instancePath: string;
  params: object;
  message: string;
}

/** What a format asks for. */
const FORMATS: Record<string, string> = {
  'date-time': 'must be an RFC 3339 time with its zone, e.g. 2027-01-01T08:00:00Z',
  uuid: 'must be a UUID',
};

/** A validator's errors as issues that each name one field. */
export function schemaIssues(errors: readonly SchemaError[]): ValueIssue[] {
  return errors.flatMap(({ keyword, instancePath, params, message }) => {
    // `additionalProperties: false` is reported a second time as a `false` schema for each property.
    if (keyword === 'boolean') return [];
    const { requiredProperties, additionalProperties, allowedValues } = params as Record<string, string[] | undefined>;
    const { format } = params as { format?: string };
    if (keyword === 'required' && requiredProperties) {
      return requiredProperties.map((name) => ({
        pointer: `${instancePath}/${escaped(name)}`,
        message: 'is required',
      }));
    }
    if (keyword === 'additionalProperties' && additionalProperties) {
      return additionalProperties.map((name) => ({
        pointer: `${instancePath}/${escaped(name)}`,
        message: 'is not a known field',
      }));
    }
    if (keyword === 'enum' && allowedValues) {
      return [{ pointer: instancePath, message: `must be one of: ${allowedValues.join(', ')}` }];
    }
    return [{ pointer: instancePath, message: (format && FORMATS[format]) ?? message }];
  });
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
