import type { Static, TObject } from 'typebox';
import { Compile } from 'typebox/schema';
import { StartupError } from './startup-error.ts';

type Environment = Record<string, string | undefined>;

/** As much of a setting's schema as is read here; settings are flat. */
interface SettingSchema {
  type?: string;
  default?: unknown;
  description?: string;
  writeOnly?: boolean;
}

/**
 * Reads settings from environment variables: defaults, types and limits come from the schema alone.
 * An empty variable counts as unset. Secrets are marked `writeOnly` in the schema and are never repeated.
 *
 * @throws StartupError naming each variable, what was expected and what was found
 */
export function loadSettings<Schema extends TObject>(schema: Schema, environment: Environment): Static<Schema> {
  const properties: Record<string, SettingSchema> = schema.properties;
  const settings = Object.fromEntries(
    Object.entries(properties)
      .map(([name, property]) => [name, parsed(property, environment[name])])
      .filter(([, value]) => value !== undefined),
  );
  const validator = Compile(schema);
  if (validator.Check(settings)) return settings as Static<Schema>;
  const [, errors] = validator.Errors(settings);
  throw new StartupError(errors.flatMap((error) => explain(error, properties, environment)).join('\n'));
}

/** Text that is not of the expected type stays as it is, for the validator to refuse. */
function parsed({ type, default: defaultValue }: SettingSchema, text: string | undefined): unknown {
  if (text === undefined || text.trim() === '') return defaultValue;
  switch (type) {
    case 'integer':
    case 'number':
      return Number.isNaN(Number(text)) ? text : Number(text);
    case 'boolean':
      return text === 'true' ? true : text === 'false' ? false : text;
    default:
      return text;
  }
}

interface SchemaError {
  instancePath: string;
  keyword: string;
  message: string;
  params: object;
}

/** One line for every setting that the error is about. */
function explain(error: SchemaError, properties: Record<string, SettingSchema>, environment: Environment): string[] {
  const { requiredProperties, allowedValues } = error.params as Record<string, string[] | undefined>;
  if (error.keyword === 'required' && requiredProperties) {
    return requiredProperties.map((name) => `${name} is not set: ${properties[name]?.description ?? ''}`);
  }
  const name = error.instancePath.slice(1);
  const { description = '', writeOnly = false } = properties[name] ?? {};
  const expectation = allowedValues ? `must be one of ${allowedValues.join(', ')}` : error.message;
  return [
    `${name} ${expectation}, got ${writeOnly ? 'something else' : JSON.stringify(environment[name])}: ${description}`,
  ];
}
