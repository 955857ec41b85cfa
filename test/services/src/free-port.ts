import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A TCP port on 127.0.0.1 that nothing listens on.
 *
 * Taken from below the range that systems give to outgoing connections: there, a client that keeps connecting to a
 * stopped server's port can be given that very port and connect to itself.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 100; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no free TCP port found between 20000 and 32000');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
