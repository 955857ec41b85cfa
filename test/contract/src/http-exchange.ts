import { Agent, type IncomingHttpHeaders, request } from 'node:http';

/** Milliseconds in which every answer has to be there. */
const DEADLINE_MS = 15_000;
/** Milliseconds for which the beginning of a stream is waited for: there may be none yet. */
const STREAM_MS = 100;

export interface ApiRequest {
  method: string;
  /** With the query, as it goes over the wire. */
  target: string;
  headers: Record<string, string>;
  body?: Buffer;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  /** Without parameters, in lower case; empty where there is none. */
  mediaType: string;
  text: string;
}

/** Connections to one server, kept open between requests. */
export class HttpExchange {
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  readonly #host: string;
  readonly #port: string;

  constructor(url: string) {
    const { hostname, port } = new URL(url);
    this.#host = hostname;
    this.#port = port;
  }

  /** Of a stream of events only the beginning is read. @throws Error when there is no answer in time */
  send({ method, target, headers, body }: ApiRequest): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(DEADLINE_MS);
      const sent = request({
        agent: this.#agent,
        host: this.#host,
        port: this.#port,
        method,
        path: target,
        headers: { ...headers, ...(body === undefined ? {} : { 'content-length': body.length }) },
        signal,
      });
      let answered = false;
      sent.once('error', (cause) => {
        // Whoever is refused before all of a body was sent cannot send the rest.
        if (!answered) reject(new Error(`${method} ${target.slice(0, 200)} got no answer`, { cause }));
      });
      sent.once('response', (response) => {
        answered = true;
        const { statusCode: status = 0, headers: received } = response;
        const mediaType = (received['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';
        const chunks: Buffer[] = [];
        const finish = () =>
          resolve({ status, headers: received, mediaType, text: Buffer.concat(chunks).toString('utf8') });
        const isStream = mediaType === 'text/event-stream';
        const end = isStream ? setTimeout(() => response.destroy(), STREAM_MS) : undefined;
        response.on('data', (chunk: Buffer) => {
          chunks.push(chunk);
          if (isStream) response.destroy();
        });
        response.once('close', () => clearTimeout(end));
        response.once('close', finish);
        response.once('error', finish);
        signal.addEventListener('abort', () =>
          reject(new Error(`${method} ${target.slice(0, 200)} was not answered to the end`)),
        );
      });
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}
