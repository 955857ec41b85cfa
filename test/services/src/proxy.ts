import { connect, createServer, type Socket } from 'node:net';
import { freePort } from './free-port.ts';

export type ProxyTarget = { host: string; port: number };

/** A TCP proxy on 127.0.0.1 that can break the connections it carries. */
export type TcpProxy = {
  readonly port: number;
  /** Destroys every connection and refuses new ones until `restore`. */
  cut(): Promise<void>;
  /** Keeps connections open, and accepts new ones, but lets no byte through until `restore`: a half-open network. */
  blackHole(): void;
  /** Lets traffic through again. What was sent into the black hole is lost, so its connections are destroyed. */
  restore(): Promise<void>;
  close(): Promise<void>;
};

/** Starts a proxy that forwards to `target`. */
export async function startProxy(target: ProxyTarget): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let swallowing = false;

  const track = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer({ allowHalfOpen: true }, (inner) => {
    track(inner);
    if (swallowing) {
      inner.resume();
      return;
    }
    const outer = connect({ ...target, allowHalfOpen: true });
    track(outer);
    join(inner, outer);
    join(outer, inner);
  });
  const join = (from: Socket, to: Socket): void => {
    from.on('data', (chunk) => {
      if (swallowing) return;
      if (!to.write(chunk)) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => {
      if (!swallowing) to.end();
    });
    from.on('close', () => {
      if (!swallowing) to.destroy();
    });
  };
  const listen = (): Promise<void> =>
    new Promise((resolve, reject) => {
      server.once('error', reject);
      server.listen(port, '127.0.0.1', () => {
        server.off('error', reject);
        resolve();
      });
    });
  const stopListening = (): Promise<void> =>
    new Promise((resolve) => {
      if (server.listening) server.close(() => resolve());
      else resolve();
    });
  const destroyAll = (): void => {
    for (const socket of sockets) socket.destroy();
  };

  const port = await freePort();
  await listen();
  return {
    port,
    async cut() {
      const stopped = stopListening();
      destroyAll();
      await stopped;
    },
    blackHole() {
      swallowing = true;
      // A socket paused by back-pressure would never see its peer go away.
      for (const socket of sockets) socket.resume();
    },
    async restore() {
      if (swallowing) destroyAll();
      swallowing = false;
      if (!server.listening) await listen();
    },
    async close() {
      const stopped = stopListening();
      destroyAll();
      await stopped;
    },
  };
}
