import { type Operation, type Parameter, pointer, resolved } from './document.ts';
import type { ApiRequest } from './http-exchange.ts';
import { schemaIssues } from './schema-issues.ts';

/** What a request is made of, before it is written down for the wire. */
export interface RequestParts {
  path: Record<string, unknown>;
  query: Record<string, unknown>;
  header: Record<string, unknown>;
  /** Undefined: none. Of NDJSON the value is the list of its lines. */
  body: { mediaType: string; value: unknown } | undefined;
}

export const NDJSON = 'application/x-ndjson';
export const BINARY = 'application/octet-stream';
export const MULTIPART = 'multipart/form-data';

/** No text that is made up has it. */
const BOUNDARY = 'cb1d2fdd9e8e4a6f';

/** RFC 9110 §5.6.2, what a header can be called. */
const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/;

/** Writes a request down as a client library would. */
export function written({ method, path }: Operation, parts: RequestParts): ApiRequest {
  const headers = Object.fromEntries(
    Object.entries(parts.header)
      .filter(([name]) => TOKEN.test(name))
      .map(([name, value]) => [name.toLowerCase(), headerText(value)]),
  );
  const target = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encoded(parts.path[name])) + queryOf(parts.query);
  if (parts.body === undefined) return { method, target, headers };
  const { mediaType, value } = parts.body;
  const type = mediaType === MULTIPART ? `${MULTIPART}; boundary=${BOUNDARY}` : mediaType;
  return { method, target, headers: { ...headers, 'content-type': type }, body: bodyOf(mediaType, value) };
}

function bodyOf(mediaType: string, value: unknown): Buffer {
  if (mediaType === BINARY) return Buffer.from(textOf(value));
  if (mediaType === MULTIPART) return formOf(value as Record<string, unknown>);
  const lines = mediaType === NDJSON ? (value as unknown[]) : [value];
  return Buffer.from(lines.map((line) => JSON.stringify(line)).join('\n'));
}

/** Every field of it is a file. */
function formOf(fields: Record<string, unknown>): Buffer {
  const parts = Object.entries(fields).map(([name, value]) => {
    const disposition = `content-disposition: form-data; name="${name}"; filename="${name}.txt"`;
    return `--${BOUNDARY}\r\n${disposition}\r\ncontent-type: text/plain\r\n\r\n${textOf(value)}\r\n`;
  });
  return Buffer.from(`${parts.join('')}--${BOUNDARY}--\r\n`);
}

/** What the document says against a request; empty when nothing. */
export function requestIssues(operation: Operation, parts: RequestParts): string[] {
  const { parameters = [], requestBody } = operation;
  const ofParameters = parameters.flatMap((parameter, index) => {
    const { in: place, name, required = false } = parameter;
    const value = asReceived(parts[place][name], parameter);
    if (value === undefined) return required ? [`${place} parameter ${name} is missing`] : [];
    const schema = `${operation.pointer}${pointer('parameters', String(index), 'schema')}`;
    return schemaIssues(value, schema).map((issue) => `${place} parameter ${name}: ${issue}`);
  });
  if (requestBody === undefined) return ofParameters;
  if (parts.body === undefined) return requestBody.required ? [...ofParameters, 'the body is missing'] : ofParameters;
  const { mediaType, value } = parts.body;
  const schema = `${operation.pointer}${pointer('requestBody', 'content', mediaType, 'schema')}`;
  const values = mediaType === NDJSON ? (value as unknown[]) : [value];
  return [...ofParameters, ...values.flatMap((each) => schemaIssues(each, schema)).map((issue) => `body: ${issue}`)];
}

/** A parameter is text, whatever was meant by it; only where a number is expected it may be one. */
function asReceived(value: unknown, { in: place, schema }: Parameter): unknown {
  if (value === undefined) return undefined;
  const { type } = resolved(schema);
  const read = (one: unknown) => {
    const text = place === 'header' ? headerText(one).trim() : textOf(one).toWellFormed();
    return (type === 'integer' || type === 'number') && text.trim() !== '' ? Number(text) : text;
  };
  if (place !== 'query' || !Array.isArray(value)) return type === 'array' ? [read(value)] : read(value);
  if (value.length === 0) return undefined;
  return type === 'array' || value.length > 1 ? value.map(read) : read(value[0]);
}

function queryOf(query: Record<string, unknown>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((each) => `${encoded(name)}=${encoded(each)}`),
  );
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`;
}

function encoded(value: unknown): string {
  return encodeURIComponent(textOf(value).toWellFormed());
}

/** Only what a header may consist of (RFC 9110 §5.5), as one byte each. */
function headerText(value: unknown): string {
  return textOf(value).replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, '?');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
