import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

/** Checks a part of a request. Nothing of a body is converted; a query is text, so its numbers are. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? withNumbers(schema as TObject, value) : value;
    if (validator.Check(candidate)) return { value: candidate };
    const [, error] = validator.Errors(candidate);
    return { error };
  };
};

/** Only what is written as a whole number becomes one: 1.5, 1e3 or nothing at all are mistakes. */
function withNumbers({ properties }: TObject, query: unknown): object {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const isNumber = properties[name] && 'type' in properties[name] && properties[name].type === 'integer';
      return [name, isNumber && typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value];
    }),
  );
}
