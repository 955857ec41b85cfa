import type { FastifyReply, FastifyRequest } from 'fastify';
import { hasKey } from '../client.ts';
import { ProblemError } from '../problem.ts';
import { EventStream } from './event-stream.ts';

/** Milliseconds between two comments on a stream: proxies take a connection for dead after thirty seconds or more. */
const BEAT_INTERVAL_MS = 15_000;

/** Seconds after which a client that has too many streams may try again. */
const RETRY_SECONDS = 10;

/** The open event streams of this process. They share one timer. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  /** How many of them each client has. */
  readonly #counts = new Map<string, number>();
  readonly #maxPerClient: number;
  #timer: NodeJS.Timeout | undefined;

  /** @param maxPerClient 0: any number */
  constructor(maxPerClient: number) {
    this.#maxPerClient = maxPerClient;
  }

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<EventStream> {
    return this.#open.values();
  }

  /**
   * The stream is the reply's from now on: it ends with the client, and the client with it.
   * @throws ProblemError TOO_MANY_STREAMS
   */
  async open(reply: FastifyReply): Promise<EventStream> {
    const client = await countedFor(reply.request);
    const count = this.#counts.get(client) ?? 0;
    if (this.#maxPerClient > 0 && count >= this.#maxPerClient) throw tooManyStreams(this.#maxPerClient);
    this.#counts.set(client, count + 1);
    const stream = new EventStream(() => reply.raw.writableLength);
    this.#open.add(stream);
    this.#timer ??= setInterval(() => this.#beat(), BEAT_INTERVAL_MS).unref();
    stream.once('error', () => reply.raw.destroy());
    stream.once('close', () => this.#forget(stream, client));
    reply.raw.once('close', () => stream.destroy());
    reply
      .type('text/event-stream; charset=utf-8')
      .header('cache-control', 'no-store')
      // nginx would hold the events back otherwise.
      .header('x-accel-buffering', 'no')
      .send(stream);
    return stream;
  }

  /** Ends all of them, after what was sent so far. */
  close(): void {
    for (const stream of this.#open) stream.end();
  }

  #forget(stream: EventStream, client: string): void {
    this.#open.delete(stream);
    const left = (this.#counts.get(client) ?? 0) - 1;
    if (left > 0) this.#counts.set(client, left);
    else this.#counts.delete(client);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat();
  }
}

/** As the rate limiter does: the client, or where it shows no key its address. */
async function countedFor({ client, ip }: FastifyRequest): Promise<string> {
  if (hasKey(client)) return client.id;
  const { normalizeIP } = await import('@fastify/rate-limit');
  return normalizeIP(ip);
}

function tooManyStreams(limit: number): ProblemError {
  return new ProblemError(
    'TOO_MANY_STREAMS',
    `At most ${limit} event streams at once; close one, or try again in ${RETRY_SECONDS} seconds.`,
    { headers: { 'retry-after': String(RETRY_SECONDS) } },
  );
}
