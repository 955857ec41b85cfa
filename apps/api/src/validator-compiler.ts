import type { FastifySchemaCompiler } from 'fastify';
import type { TObject, TSchema } from 'typebox';
import { Compile } from 'typebox/schema';

/** Checks a part of a request. Nothing of a body is converted; a query is text, so its numbers are, and lists of one. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'querystring' ? converted(schema as TObject, value) : value;
    if (validator.Check(candidate)) return { value: candidate };
    const [, error] = validator.Errors(candidate);
    return { error };
  };
};

function converted({ properties }: TObject, query: unknown): object {
  return Object.fromEntries(
    Object.entries(query as Record<string, unknown>).map(([name, value]) => {
      const property = properties[name];
      const type = property && 'type' in property ? property.type : undefined;
      return [name, typeof value === 'string' ? fromText(value, type) : value];
    }),
  );
}

/** Only what is written as a whole number becomes one: 1.5, 1e3 or nothing at all are mistakes. */
function fromText(text: string, type: unknown): unknown {
  if (type === 'integer' && /^-?\d+$/.test(text)) return Number(text);
  return type === 'array' ? [text] : text;
}
