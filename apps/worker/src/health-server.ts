import { createServer, type Server } from 'node:http';

/** Answers an orchestrator: `/healthz` while the event loop turns, `/readyz` while the worker takes tasks. */
export function createHealthServer(isReady: () => boolean): Server {
  return createServer((request, response) => {
    const healthy = request.url === '/healthz' || (request.url === '/readyz' && isReady());
    const known = request.url === '/healthz' || request.url === '/readyz';
    response.writeHead(healthy ? 200 : known ? 503 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ status: healthy ? 'ok' : known ? 'not ready' : 'not found' }));
  });
}
