import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** Class and method of AMQP 0-9-1, as they stand in a method frame. */
const OPEN_OK = 20 * 65_536 + 11;
const ACK = 60 * 65_536 + 80;
const METHOD_FRAME = 1;

/**
 * Stands before a broker, and keeps its confirms to itself from `mute` until a channel is opened: as a broker does that
 * has lost them.
 */
export async function startMutingProxy(t: TestContext, target: { host: string; port: number }) {
  let isMuted = false;
  const passes = (frame: Buffer): boolean => {
    const method = frame[0] === METHOD_FRAME ? frame.readUInt32BE(7) : undefined;
    if (method === OPEN_OK) isMuted = false;
    return !(isMuted && method === ACK);
  };
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const broker = connect(target);
    sockets.push(client, broker);
    for (const socket of [client, broker]) socket.on('error', () => {});
    client.pipe(broker);
    let rest: Buffer = Buffer.alloc(0);
    broker.on('data', (data) => {
      const { frames, rest: unread } = framesOf(Buffer.concat([rest, data]));
      rest = unread;
      for (const frame of frames.filter(passes)) client.write(frame);
    });
    broker.on('end', () => client.end());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    mute: () => {
      isMuted = true;
    },
  };
}

/** A frame: type (1 byte), channel (2), size (4), as many bytes, end (1). */
function framesOf(data: Buffer) {
  const frames: Buffer[] = [];
  let start = 0;
  while (data.length - start >= 7) {
    const end = start + 8 + data.readUInt32BE(start + 3);
    if (end > data.length) break;
    frames.push(data.subarray(start, end));
    start = end;
  }
  return { frames, rest: data.subarray(start) };
}
