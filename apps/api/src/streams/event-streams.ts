import type { FastifyReply } from 'fastify';
import { EventStream } from './event-stream.ts';

/** Milliseconds between two comments on a stream: proxies take a connection for dead after thirty seconds or more. */
const BEAT_INTERVAL_MS = 15_000;

/** The open event streams of this process. They share one timer. */
export class EventStreams {
  readonly #open = new Set<EventStream>();
  #timer: NodeJS.Timeout | undefined;

  get size(): number {
    return this.#open.size;
  }

  [Symbol.iterator](): Iterator<EventStream> {
    return this.#open.values();
  }

  /** The stream is the reply's from now on: it ends with the client, and the client with it. */
  open(reply: FastifyReply): EventStream {
    const stream = new EventStream(() => reply.raw.writableLength);
    this.#open.add(stream);
    this.#timer ??= setInterval(() => this.#beat(), BEAT_INTERVAL_MS).unref();
    stream.once('error', () => reply.raw.destroy());
    stream.once('close', () => this.#forget(stream));
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

  #forget(stream: EventStream): void {
    this.#open.delete(stream);
    if (this.#open.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  #beat(): void {
    for (const stream of this.#open) stream.beat();
  }
}
