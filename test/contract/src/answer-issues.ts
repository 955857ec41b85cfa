import { PROBLEMS } from '@offload/contract';
import { type Operation, pointer, problemCodes, type Response } from './document.ts';
import type { Answer, ApiRequest } from './http-exchange.ts';
import { schemaIssues } from './schema-issues.ts';

const PROBLEM = 'application/problem+json';
const JSON_TYPE = /^application\/(?:\w+\+)?json$/;

/** What may be answered to a request before it is known which operation it is for. */
const ASTRAY: Record<number, readonly string[]> = {
  400: ['INVALID_REQUEST'],
  404: ['NOT_FOUND'],
  405: ['METHOD_NOT_ALLOWED'],
  414: ['URI_TOO_LONG'],
  431: ['REQUEST_HEADERS_TOO_LARGE'],
};

/** Of every answer, whatever it is to. */
const COMMON_HEADERS =
  /^(?:connection|content-(?:length|type)|date|keep-alive|transfer-encoding|vary|cache-control|x-[\w-]+)$/;

/**
 * What the document, or RFC 9457, says against an answer; empty when nothing.
 * @param isAstray whether the request may have been for no operation at all
 */
export function answerIssues(operation: Operation, { method }: ApiRequest, answer: Answer, isAstray = false): string[] {
  const { status, mediaType, text } = answer;
  if (status >= 500) return [`status ${status}: ${text}`];
  const documented = operation.responses[status];
  if (method === 'HEAD') return text === '' ? [] : ['a body in answer to HEAD'];
  const isError = status >= 400;
  if (!documented && !(isAstray && ASTRAY[status])) return [`status ${status} is not documented: ${text}`];
  if (isError) {
    const codes = [...(documented ? problemCodes(documented) : []), ...((isAstray && ASTRAY[status]) || [])];
    return problemIssues(answer, codes);
  }
  if (!documented) return [];
  const { content } = documented;
  if (content === undefined) return text === '' ? [] : [`a body where none is documented: ${text.slice(0, 200)}`];
  if (!content[mediaType] && !content['*/*']) return [`content type '${mediaType}' is not documented for ${status}`];
  return [...headerIssues(operation, documented, answer), ...bodyIssues(operation, answer)];
}

function bodyIssues(operation: Operation, { status, mediaType, text }: Answer): string[] {
  const schema = operation.responses[status]?.content?.[mediaType]?.schema;
  if (schema === undefined || !JSON_TYPE.test(mediaType)) return [];
  const place = `${operation.pointer}${pointer('responses', String(status), 'content', mediaType, 'schema')}`;
  return schemaIssues(JSON.parse(text), place).map((issue) => `body of ${status}: ${issue}: ${text.slice(0, 500)}`);
}

function headerIssues(operation: Operation, { headers = {} }: Response, answer: Answer): string[] {
  const declared = new Map(Object.keys(headers).map((name) => [name.toLowerCase(), name]));
  const undeclared = Object.keys(answer.headers).filter((name) => !declared.has(name) && !COMMON_HEADERS.test(name));
  const wrong = [...declared].flatMap(([lower, name]) => {
    const text = answer.headers[lower];
    if (text === undefined) return headers[name]?.required ? [`header ${name} is missing`] : [];
    const { type } = headers[name]?.schema ?? {};
    const value = (type === 'integer' || type === 'number') && text !== '' ? Number(text) : text;
    const place = `${operation.pointer}${pointer('responses', String(answer.status), 'headers', name, 'schema')}`;
    return schemaIssues(value, place).map((issue) => `header ${name}: ${issue}`);
  });
  return [...undeclared.map((name) => `header ${name} of ${answer.status} is not documented`), ...wrong];
}

function problemIssues({ status, mediaType, headers, text }: Answer, codes: readonly string[]): string[] {
  if (mediaType !== PROBLEM) return [`an error of type '${mediaType}': ${text.slice(0, 200)}`];
  const problem = JSON.parse(text) as Record<string, unknown>;
  const { code } = problem;
  const known = PROBLEMS[code as keyof typeof PROBLEMS];
  const issues = schemaIssues(problem, pointer('components', 'schemas', 'Problem'));
  if (problem.status !== status || known?.status !== status) issues.push(`status ${status} is not that of ${text}`);
  if (!codes.includes(String(code))) issues.push(`code ${code} is not documented for ${status}: ${text}`);
  if (headers['x-request-id'] !== undefined && problem.requestId !== headers['x-request-id']) {
    issues.push('requestId is not X-Request-Id');
  }
  if (problem.errors !== undefined && !(problem.errors as { pointer: string }[]).every(hasPointer)) {
    issues.push(`pointers that are no JSON pointers: ${text}`);
  }
  return issues;
}

/** RFC 6901 §3. */
function hasPointer(error: { pointer: string }): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/s.test(error.pointer);
}
