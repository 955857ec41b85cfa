import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

/** A JSON Schema of the 2020-12 dialect, as far as our document makes use of it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  uniqueItems?: boolean;
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  examples?: unknown[];
}

export interface Parameter {
  in: 'path' | 'query' | 'header';
  name: string;
  required?: boolean;
  schema: Schema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown; $ref?: string }>;
}

export interface Response {
  description: string;
  headers?: Record<string, { required?: boolean; schema: Schema }>;
  content?: Record<string, MediaType>;
}

interface OperationObject {
  operationId: string;
  parameters?: Parameter[];
  requestBody?: { required?: boolean; content: Record<string, MediaType> };
  responses: Record<string, Response>;
  security?: Record<string, string[]>[];
}

export interface OpenApiDocument {
  paths: Record<string, Record<string, OperationObject>>;
  components: { schemas: Record<string, Schema>; examples?: Record<string, { value: unknown }> };
}

/** An operation, with where it stands in the document. */
export interface Operation extends OperationObject {
  /** As a URL has it: `POST`. */
  method: string;
  /** With its parameters in braces: `/tasks/{id}`. */
  path: string;
  /** JSON pointer into the document. */
  pointer: string;
}

const source = new URL('../../../../openapi.yaml', import.meta.url);

export const document: OpenApiDocument = parse(await readFile(source, 'utf8'));

export const operations: readonly Operation[] = Object.entries(document.paths).flatMap(([path, ofPath]) =>
  Object.entries(ofPath).map(([method, operation]) => ({
    ...operation,
    method: method.toUpperCase(),
    path,
    pointer: pointer('paths', path, method),
  })),
);

/** Joins names to a JSON pointer (RFC 6901). */
export function pointer(...names: string[]): string {
  return names.map((name) => `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** What a reference within the document leads to. */
export function resolved(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const name = schema.$ref.replace('#/components/schemas/', '');
  const found = document.components.schemas[name];
  if (!found) throw new Error(`openapi.yaml has no ${schema.$ref}`);
  return resolved(found);
}

/** The codes that a documented error can carry. */
export function problemCodes({ description }: Response): string[] {
  return [...description.matchAll(/`([A-Z_]+)`:/g)].map(([, code = '']) => code);
}
