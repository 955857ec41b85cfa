import { envSchema } from 'env-schema';
import type { Static, TObject } from 'typebox';
import { StartupError } from './startup-error.ts';

type Environment = Record<string, string | undefined>;

/**
 * Reads settings from environment variables: defaults, types and limits come from the schema alone.
 * An empty variable counts as unset. Secrets are marked `writeOnly` in the schema and are never repeated.
 *
 * @throws StartupError naming each variable, what was expected and what was found
 */
export function loadSettings<Schema extends TObject>(schema: Schema, environment: Environment): Static<Schema> {
  const found = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  try {
    return envSchema<Static<Schema>>({ schema: structuredClone(schema), data: found, env: false });
  } catch (error) {
    throw new StartupError(explain(error, schema, found), { cause: error });
  }
}

interface SchemaError {
  instancePath: string;
  keyword: string;
  message?: string;
  params: { missingProperty?: string; allowedValues?: string[] };
}

function explain(error: unknown, schema: TObject, found: Record<string, unknown>): string {
  const { errors } = error as { errors?: SchemaError[] };
  if (!errors) throw error;
  const lines = errors.map(({ instancePath, keyword, message, params }) => {
    if (keyword === 'required')
      return `${params.missingProperty} is not set: ${described(schema, params.missingProperty)}`;
    const name = instancePath.slice(1);
    const value = isSecret(schema, name) ? 'something else' : JSON.stringify(found[name]);
    const expectation = params.allowedValues ? `must be one of ${params.allowedValues.join(', ')}` : message;
    return `${name} ${expectation}, got ${value}: ${described(schema, name)}`;
  });
  return lines.join('\n');
}

function property(schema: TObject, name = ''): { description?: string; writeOnly?: boolean } {
  return schema.properties[name] ?? {};
}

function described(schema: TObject, name?: string): string {
  return property(schema, name).description ?? '';
}

function isSecret(schema: TObject, name: string): boolean {
  return property(schema, name).writeOnly === true;
}
