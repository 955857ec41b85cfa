import type { Writable } from 'node:stream';

/**
 * Makes what one turn of the event loop writes leave at its end in one piece, in the same order. amqplib writes each message and
 * each acknowledgement by itself, and every write is a call of the operating system, here and at the broker.
 */
export function writeTogether(stream: Writable): void {
  const write: Writable['write'] = stream.write.bind(stream);
  stream.write = (...args: unknown[]) => {
    if (stream.writableCorked === 0) {
      stream.cork();
      process.nextTick(() => stream.uncork());
    }
    return write(...(args as Parameters<typeof write>));
  };
}
