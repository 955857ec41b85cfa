import type { MediaType, Operation, Parameter } from './document.ts';
import { NDJSON, type RequestParts } from './request-parts.ts';

/** The requests that the document shows for an operation: one for each example of its body, with those of its parameters. */
export function requestExamples({ parameters = [], requestBody }: Operation): RequestParts[] {
  const part = (place: Parameter['in']) =>
    Object.fromEntries(
      parameters
        .filter((parameter) => parameter.in === place && parameter.required)
        .map((parameter) => [parameter.name, valuesIn(parameter)[0]]),
    );
  const parts = { path: part('path'), query: part('query'), header: part('header') };
  if (requestBody === undefined) return [{ ...parts, body: undefined }];
  return Object.entries(requestBody.content).flatMap(([mediaType, content]) =>
    valuesIn(content).map((value) => ({
      ...parts,
      body: { mediaType, value: mediaType === NDJSON ? [value] : value },
    })),
  );
}

/** Every value that is given as an example of something. */
export function valuesIn({ example, examples = {} }: Pick<MediaType, 'example' | 'examples'>): unknown[] {
  const values = Object.values(examples).flatMap(({ value }) => (value === undefined ? [] : [value]));
  return example === undefined ? values : [example, ...values];
}
