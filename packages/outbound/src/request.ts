import dns, { type LookupAddress, type LookupOptions } from 'node:dns';
import http, { type IncomingHttpHeaders } from 'node:http';
import https from 'node:https';
import type { LookupFunction } from 'node:net';
import { type Destinations, hostOf } from './destinations.ts';

export interface OutboundRequest {
  url: URL;
  method: string;
  headers: Readonly<Record<string, string>>;
  body: string;
  destinations: Destinations;
  signal: AbortSignal;
  /** Milliseconds for all of it, from the resolver to the last byte of the answer. */
  timeoutMs: number;
  /** Bytes of the answer's body that are kept; the connection is closed at the first one beyond. With 0 no body is waited for. */
  maxBodyBytes: number;
  /** @default dns.lookup */
  resolve?: Resolve;
}

export interface OutboundAnswer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

export type Resolve = (
  host: string,
  options: LookupOptions & { all: true },
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

/**
 * One request to a URL that a client has named. The addresses that are checked are the ones that are connected to, so that a
 * name that changes its address meanwhile gains nothing; redirects are answers as any other, and proxies are not asked.
 *
 * @throws ForbiddenDestinationError, or what the connection or the signal ended with
 */
export async function request(asked: OutboundRequest): Promise<OutboundAnswer> {
  const { url, method, headers, body, destinations, timeoutMs, maxBodyBytes } = asked;
  destinations.checkUrl(url);
  const ending = new AbortController();
  const { signal } = ending;
  const end = () => ending.abort(asked.signal.reason);
  if (asked.signal.aborted) end();
  asked.signal.addEventListener('abort', end, { once: true });
  // Not AbortSignal.timeout: combined with another signal, nothing keeps it from being collected before its time.
  const deadline = setTimeout(() => ending.abort(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  const { Agent, request: open } = url.protocol === 'https:' ? https : http;
  const lookup = checkedLookup(destinations, asked.resolve ?? dns.lookup);
  const agent = new Agent({ keepAlive: false });
  try {
    return await new Promise<OutboundAnswer>((resolve, reject) => {
      const outgoing = open(url, { method, headers, signal, lookup, agent }, (answer) => {
        const { statusCode: status = 0, headers } = answer;
        readBody(answer, maxBodyBytes).then((body) => resolve({ status, headers, body }), reject);
      });
      outgoing.on('error', (error) => reject(signal.aborted ? signal.reason : error));
      outgoing.end(body);
    });
  } finally {
    clearTimeout(deadline);
    asked.signal.removeEventListener('abort', end);
    agent.destroy();
  }

  /** A resolver whose answer is refused as a whole when it has one forbidden address. */
  function checkedLookup(checked: Destinations, resolve: Resolve): LookupFunction {
    return (_host, options, done) => {
      const host = hostOf(url);
      resolve(host, { ...options, all: true }, (error, addresses) => {
        if (error) return done(error, []);
        try {
          for (const { address } of addresses) checked.checkAddress(host, address);
        } catch (refusal) {
          return done(refusal as Error, []);
        }
        const [first] = addresses;
        if (options.all || !first) return done(null, addresses);
        done(null, first.address, first.family);
      });
    };
  }
}

async function readBody(answer: http.IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (maxBytes === 0) {
    answer.on('error', () => undefined).destroy();
    return Buffer.alloc(0);
  }
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of answer) {
    chunks.push(chunk);
    length += chunk.length;
    // Leaving the loop closes the connection.
    if (length >= maxBytes) break;
  }
  return Buffer.concat(chunks).subarray(0, maxBytes);
}
