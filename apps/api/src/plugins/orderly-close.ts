import type { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** Milliseconds in which a request that is on its way arrives. */
const GRACE_MS = 1000;

/**
 * While the API closes, what still comes on open connections is answered, and the answer tells the client to leave. Closed at
 * once, they would reset requests on their way; left to the clients, or to Node.js where nothing was asked on them yet, they
 * would hold the API up.
 */
export const orderlyClose = fp(
  async (app) => {
    let isClosing = false;
    let isLeaving = false;
    /** Connections, with the number of requests under way on each. */
    const requests = new Map<Socket, number>();

    function count(socket: Socket, change: 1 | -1): void {
      const before = requests.get(socket);
      // An injected request has no connection.
      if (before !== undefined) requests.set(socket, before + change);
    }

    function endQuietConnections(): void {
      for (const [socket, underWay] of requests) if (underWay === 0) socket.destroySoon();
    }

    app.server.on('connection', (socket) => {
      requests.set(socket, 0);
      socket.once('close', () => requests.delete(socket));
    });
    app.addHook('onRequest', ({ raw }, _reply, done) => {
      count(raw.socket, 1);
      done();
    });
    app.addHook('onSend', (_request, reply, _payload, done) => {
      if (isClosing) reply.header('connection', 'close');
      done();
    });
    app.addHook('onResponse', ({ raw }, _reply, done) => {
      count(raw.socket, -1);
      if (isLeaving) endQuietConnections();
      done();
    });
    app.addHook('preClose', async () => {
      isClosing = true;
      if (requests.size > 0) await delay(GRACE_MS);
      isLeaving = true;
      endQuietConnections();
    });
  },
  { name: 'orderly-close' },
);
