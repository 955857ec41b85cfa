import fc, { type Arbitrary } from 'fast-check';
import { document, type Operation } from './document.ts';
import type { ApiRequest } from './http-exchange.ts';

export interface WreckedRequest {
  request: ApiRequest;
  /** Whether it may be one for no operation at all. */
  isAstray: boolean;
}

const CONTENT_TYPES = [
  'text/plain',
  'application/xml',
  'application/jsonp',
  'application/json;charset=utf-16',
  'APPLICATION/JSON',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  'application/x-ndjson',
  'nonsense',
  '/',
  ';',
  ' ',
];

const BODIES: readonly (string | Buffer)[] = [
  '',
  ' ',
  '\n\n',
  '{',
  '[1,',
  '"',
  'nul',
  '{"a":1}{"b":2}',
  '{"type":"sleep",}',
  '{"__proto__":{"a":1}}',
  '{"constructor":{"prototype":{"a":1}}}',
  '{"type":"sleep","type":"primes","payload":{}}',
  '{"a":1e999}',
  '"\\ud800"',
  '\u0000',
  '\ufeff{}',
  'null',
  '0',
  '[]',
  '{}',
  `${'['.repeat(50_000)}${']'.repeat(50_000)}`,
  '{"a":'.repeat(20_000),
  `[${'0,'.repeat(100_000)}0]`,
  Buffer.from([0xff, 0xfe, 0x00, 0x80]),
  Buffer.from('{"type":"sl\xffeep"}', 'latin1'),
  Buffer.alloc(2 * 1024 * 1024, '.'),
];

const TAILS = [
  '/',
  '//',
  '/..',
  '/%2e%2e/',
  '/x',
  '/x/y/z',
  '.json',
  ';a=b',
  '%',
  '%zz',
  '%00',
  '%c0%af',
  '%ed%a0%80',
  '%F0%9F%8E%89',
  `/${'a'.repeat(5000)}`,
];

const QUERIES = [
  '?',
  '?=',
  '?&&&',
  '?%',
  '?%zz=%zz',
  '?__proto__=1',
  '?a[b]=c',
  '?unheard-of=1',
  `?${'a=1&'.repeat(1500)}`,
];

/** Known to the HTTP parser of Node.js, and mostly to no API. */
const METHODS = [
  'PUT',
  'PATCH',
  'DELETE',
  'POST',
  'GET',
  'OPTIONS',
  'TRACE',
  'HEAD',
  'PROPFIND',
  'QUERY',
  'LINK',
  'PURGE',
];

const HEADERS: Record<string, string>[] = [
  { accept: 'application/xml' },
  { accept: '\xff' },
  { 'x-request-id': 'a'.repeat(200) },
  { 'x-request-id': "'; --" },
  { 'content-encoding': 'gzip' },
  { 'content-encoding': 'nonsense' },
  { 'transfer-encoding': 'chunked' },
  { expect: '100-continue' },
  { 'if-none-match': '*' },
  { 'last-event-id': '\xff' },
  { range: 'bytes=0-1' },
  { traceparent: 'nonsense' },
  { origin: 'null' },
  { cookie: 'a=b; '.repeat(500) },
  { prefer: 'wait=x, wait="', 'idempotency-key': '"a", "b"' },
  { 'x-filler': 'x'.repeat(20_000) },
];

/** A request that no schema could describe. */
export function wrecked(request: Arbitrary<ApiRequest>, { path }: Operation): Arbitrary<WreckedRequest> {
  const others = METHODS.filter((method) => document.paths[path]?.[method.toLowerCase()] === undefined);
  const json = (sent: ApiRequest) => ({ 'content-type': 'application/json', ...sent.headers });
  return fc.oneof(
    changed(request, fc.constantFrom(...BODIES), (sent, body) => ({
      ...sent,
      headers: json(sent),
      body: Buffer.from(body),
    })),
    changed(request, fc.nat(200), (sent, length) => ({
      ...sent,
      headers: json(sent),
      body: (sent.body ?? Buffer.from('{"a":[1]}')).subarray(0, length),
    })),
    changed(request, fc.constantFrom(...CONTENT_TYPES), (sent, type) => ({
      ...sent,
      headers: { ...sent.headers, 'content-type': type },
      body: sent.body ?? Buffer.from('{}'),
    })),
    changed(request, fc.constantFrom(...QUERIES), (sent, query) => ({ ...sent, target: pathOf(sent) + query })),
    changed(request, fc.constantFrom(2, 3), (sent, times) => ({
      ...sent,
      target: pathOf(sent) + repeatedQuery(sent, times),
    })),
    changed(request, fc.constantFrom(...TAILS), (sent, tail) => ({ ...sent, target: pathOf(sent) + tail }), true),
    changed(request, fc.constantFrom(...others), (sent, method) => ({ ...sent, method }), true),
    changed(
      request,
      fc.constantFrom(...HEADERS),
      (sent, headers) => ({ ...sent, headers: { ...sent.headers, ...headers } }),
      true,
    ),
  );
}

function changed<Change>(
  request: Arbitrary<ApiRequest>,
  change: Arbitrary<Change>,
  apply: (sent: ApiRequest, change: Change) => ApiRequest,
  isAstray = false,
): Arbitrary<WreckedRequest> {
  return fc.tuple(request, change).map(([sent, by]) => ({ request: apply(sent, by), isAstray }));
}

function pathOf({ target }: ApiRequest): string {
  return target.split('?', 1)[0] ?? target;
}

function repeatedQuery({ target }: ApiRequest, times: number): string {
  const query = target.split('?', 2)[1] ?? 'limit=1';
  return `?${Array.from({ length: times }, () => query).join('&')}`;
}
