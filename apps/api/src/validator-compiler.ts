import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import { Value } from 'typebox/value';

/** Checks a part of a request. Query and path are text, so they are converted to what the schema asks for; a body is not. */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  const validator = Compile(schema);
  return (value: unknown) => {
    const candidate = httpPart === 'body' ? value : Value.Convert(schema, Value.Default(schema, value));
    return validator.Check(candidate) ? { value: candidate } : { error: validator.Errors(candidate) };
  };
};
