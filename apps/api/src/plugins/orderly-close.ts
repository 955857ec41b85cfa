import { setTimeout as delay } from 'node:timers/promises';
import fp from 'fastify-plugin';

/** Milliseconds in which a request that is on its way arrives. */
const GRACE_MS = 1000;

/**
 * While the API closes, what still comes on open connections is answered, and the answer tells the client to leave. Closed at
 * once, they would reset requests on their way; left to the clients, they would hold the API up.
 */
export const orderlyClose = fp(
  async (app) => {
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
      const hasConnections = await new Promise((resolve) => {
        app.server.getConnections((_error, count) => resolve(count > 0));
      });
      if (hasConnections) await delay(GRACE_MS);
    });
    app.addHook('onSend', async (_request, reply) => {
      if (isClosing) reply.header('connection', 'close');
    });
    // One whose headers were written before.
    app.addHook('onResponse', async () => {
      if (isClosing) setImmediate(() => app.server.closeIdleConnections());
    });
  },
  { name: 'orderly-close' },
);
