import { Readable } from 'node:stream';

/** Bytes that may wait for a reader before it is cut. */
const MAX_WAITING_BYTES = 1_048_576;
/** Milliseconds after which a reader connects again. */
const RETRY_MS = 2000;

export interface ServerSentEvent {
  event: string;
  id: string;
  data: unknown;
}

/**
 * A stream of Server-Sent Events, in the format of https://html.spec.whatwg.org/multipage/server-sent-events.html#parsing-an-event-stream.
 * A reader that is too slow is cut, rather than waited for; it comes back with the id of the last event that it got.
 */
export class EventStream extends Readable {
  readonly #waitingOutside: () => number;

  /** @param waitingOutside bytes that have left the stream and wait further on, in the socket */
  constructor(waitingOutside: () => number) {
    super({ read: () => undefined });
    this.#waitingOutside = waitingOutside;
    this.#write(`retry: ${RETRY_MS}\n\n`);
  }

  send({ event, id, data }: ServerSentEvent): void {
    // JSON has no line breaks, nor have our names and ids.
    this.#write(`event: ${event}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  /** Something to send where there is nothing to say, so that nobody in between takes the connection for dead. */
  beat(): void {
    this.#write(':\n\n');
  }

  end(): void {
    if (!this.destroyed && !this.readableEnded) this.push(null);
  }

  #write(text: string): void {
    if (this.destroyed) return;
    if (this.readableLength + this.#waitingOutside() > MAX_WAITING_BYTES) this.destroy(new SlowReaderError());
    else this.push(text);
  }
}

export class SlowReaderError extends Error {
  override readonly name = 'SlowReaderError';
  override readonly message = 'the reader of an event stream was too slow';
}
