import fp from 'fastify-plugin';

/**
 * While the API closes, the requests that it has are answered, and their connections end with the answers: the server would
 * wait for each until its client lets go.
 */
export const orderlyClose = fp(
  async (app) => {
    let isClosing = false;
    app.addHook('preClose', async () => {
      isClosing = true;
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
