import fc, { type Arbitrary } from 'fast-check';
import type { Operation, Parameter, Schema } from './document.ts';
import { valuesIn } from './examples.ts';
import { membersOf } from './learn-words.ts';
import { BINARY, MULTIPART, NDJSON, type RequestParts } from './request-parts.ts';
import { spoilt } from './spoilt-value.ts';
import { recordOf, validValue } from './valid-value.ts';
import type { Words } from './words.ts';

const PLACES = ['path', 'query', 'header'] as const;

/** Requests for an operation that are as the document describes them. */
export function validRequest(operation: Operation, words: Words): Arbitrary<RequestParts> {
  return fc.record({
    path: parametersIn('path', operation, words),
    query: parametersIn('query', operation, words),
    header: parametersIn('header', operation, words),
    body: bodyOf(operation, words),
  });
}

/** The same with a mistake in one of its parts. */
export function spoiltRequest(operation: Operation, words: Words): Arbitrary<RequestParts> {
  const valid = validRequest(operation, words);
  const { parameters = [] } = operation;
  const spoilers = [
    ...PLACES.filter((place) => parameters.some((parameter) => parameter.in === place)).map((place) =>
      fc
        .tuple(
          valid,
          spoilt(parametersIn(place, operation, words)).filter((part) => isUsable(part, operation, place)),
        )
        .map(([parts, part]) => ({ ...parts, [place]: part })),
    ),
    ...(jsonTypes(operation).length === 0 ? [] : [fc.tuple(valid, spoiltBody(operation, words)).map(withBody)]),
  ];
  const [first = valid, ...others] = spoilers;
  return fc.oneof(first, ...others);
}

function withBody([parts, body]: [RequestParts, RequestParts['body']]): RequestParts {
  return { ...parts, body };
}

/** What is no object is no set of parameters; and a path with an empty segment would be another one. */
function isUsable(part: unknown, { path }: Operation, place: Parameter['in']): part is Record<string, unknown> {
  if (typeof part !== 'object' || part === null || Array.isArray(part)) return false;
  const names = place === 'path' ? [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name) : [];
  return names.every((name) => !['', undefined].includes((part as Record<string, string>)[name]));
}

function parametersIn(place: Parameter['in'], operation: Operation, words: Words) {
  const { path, parameters = [] } = operation;
  const fields: Record<string, Arbitrary<unknown>> = {};
  const required: string[] = [];
  for (const parameter of parameters.filter((each) => each.in === place)) {
    const { name, schema } = parameter;
    const invented = validValue(schema, words, name);
    const known = [...valuesIn(parameter), ...(place === 'path' ? membersOf(words, path, name) : [])];
    fields[name] =
      known.length === 0 ? invented : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, invented);
    if (parameter.required) required.push(name);
  }
  return recordOf(fields, required).filter((part) => isUsable(part, operation, place));
}

function bodyOf(operation: Operation, words: Words): Arbitrary<RequestParts['body']> {
  const { requestBody } = operation;
  if (requestBody === undefined) return fc.constant(undefined);
  const bodies = mediaTypes(operation).map(([mediaType, schema]) =>
    valuesOf(mediaType, schema, words).map((value) => ({ mediaType, value })),
  );
  return requestBody.required ? fc.oneof(...bodies) : fc.option(fc.oneof(...bodies), { nil: undefined });
}

function spoiltBody(operation: Operation, words: Words): Arbitrary<RequestParts['body']> {
  const bodies = jsonTypes(operation).map(([mediaType, schema]) => {
    const values = spoilt(valuesOf(mediaType, schema, words));
    const usable = mediaType === NDJSON ? values.filter((value) => Array.isArray(value)) : values;
    return usable.map((value) => ({ mediaType, value }));
  });
  return fc.oneof(...bodies);
}

function valuesOf(mediaType: string, schema: Schema, words: Words): Arbitrary<unknown> {
  const value = validValue(schema, words);
  return mediaType === NDJSON ? fc.array(value, { minLength: 1, maxLength: 5 }) : value;
}

/** Of bytes, whatever they are, none is a mistake. */
function jsonTypes(operation: Operation): [mediaType: string, schema: Schema][] {
  return mediaTypes(operation).filter(([mediaType]) => mediaType !== BINARY && mediaType !== MULTIPART);
}

function mediaTypes({ requestBody }: Operation): [mediaType: string, schema: Schema][] {
  return Object.entries(requestBody?.content ?? {}).map(([mediaType, { schema = {} }]) => [mediaType, schema]);
}
