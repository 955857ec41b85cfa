import { type ExampleSchema, exampleOf } from './example-of-schema.ts';

interface MediaType {
  schema?: ExampleSchema;
  example?: unknown;
  examples?: object;
}

interface Response {
  content?: Record<string, MediaType>;
}

interface Document {
  components?: { schemas?: Record<string, ExampleSchema> };
  paths?: Record<string, Record<string, { responses?: Record<string, Response> }>>;
}

/** Every success shows what it looks like, by the examples in its schema, where a route gives none of its own. */
export function withResponseExamples({ openapiObject }: { openapiObject: Document }): Document {
  const named = openapiObject.components?.schemas ?? {};
  return {
    ...openapiObject,
    paths: mapped(openapiObject.paths, (operations) =>
      mapped(operations, (operation) => ({
        ...operation,
        responses: mapped(operation.responses, (response, status) =>
          status.startsWith('2') && response.content
            ? { ...response, content: mapped(response.content, (media) => withExample(media, named)) }
            : response,
        ),
      })),
    ),
  };
}

function withExample(media: MediaType, named: Readonly<Record<string, ExampleSchema>>): MediaType {
  if (media.schema === undefined || media.example !== undefined || media.examples !== undefined) return media;
  const example = exampleOf(media.schema, named);
  return example === undefined ? media : { ...media, example };
}

function mapped<Value>(values: Record<string, Value> = {}, change: (value: Value, key: string) => Value) {
  return Object.fromEntries(Object.entries(values).map(([key, value]) => [key, change(value, key)]));
}
