/** What of a JSON Schema an example is composed of. */
export interface ExampleSchema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  default?: unknown;
  example?: unknown;
  examples?: unknown[];
  format?: string;
  minimum?: number;
  anyOf?: ExampleSchema[];
  oneOf?: ExampleSchema[];
  items?: ExampleSchema;
  properties?: Record<string, ExampleSchema>;
  required?: string[];
}

const OF_FORMAT: Record<string, string> = {
  'date-time': '2027-01-01T08:00:00.000Z',
  uuid: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
};

/**
 * A value as a schema describes it, composed of the examples in it.
 *
 * @param named the schemas that references lead to, by name
 * @returns undefined where nobody could tell what a value looks like: a text, or anything at all, without an example
 */
export function exampleOf(schema: ExampleSchema, named: Readonly<Record<string, ExampleSchema>>): unknown {
  if (schema.$ref !== undefined) {
    const found = named[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)];
    return found && exampleOf(found, named);
  }
  const [given = schema.example ?? schema.const ?? schema.default] = schema.examples ?? [];
  if (given !== undefined || schema.examples?.length) return given;
  const types = [schema.type ?? []].flat();
  // What may be absent is: an example shows what there is at least.
  if (types.includes('null')) return null;
  if (schema.enum) return schema.enum[0];
  const [alternative] = schema.oneOf ?? schema.anyOf ?? [];
  if (alternative) return exampleOf(alternative, named);
  switch (types[0]) {
    case 'string':
      return schema.format && OF_FORMAT[schema.format];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'array':
      return exampleOfList(schema, named);
    case 'object':
      return exampleOfObject(schema, named);
    default:
      return undefined;
  }
}

function exampleOfList({ items = {} }: ExampleSchema, named: Readonly<Record<string, ExampleSchema>>): unknown {
  const item = exampleOf(items, named);
  return item === undefined ? undefined : [item];
}

function exampleOfObject(
  { properties = {}, required = [] }: ExampleSchema,
  named: Readonly<Record<string, ExampleSchema>>,
): unknown {
  const fields = Object.entries(properties).map(([name, property]) => [name, exampleOf(property, named)] as const);
  if (fields.some(([name, value]) => value === undefined && required.includes(name))) return undefined;
  return Object.fromEntries(fields.filter(([, value]) => value !== undefined));
}
