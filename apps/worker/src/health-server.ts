import { createServer, type Server, type ServerResponse } from 'node:http';
import type { Metrics } from '@offload/metrics';

/**
 * Answers an orchestrator: `/healthz` while the event loop turns, `/readyz` while the worker takes tasks; and Prometheus:
 * `/metrics`.
 */
export function createHealthServer(isReady: () => boolean, metrics: Metrics): Server {
  return createServer((request, response) => {
    switch (request.url) {
      case '/healthz':
        return answer(response, 200, 'ok');
      case '/readyz':
        return isReady() ? answer(response, 200, 'ok') : answer(response, 503, 'not ready');
      case '/metrics':
        return expose(response, metrics);
      default:
        return answer(response, 404, 'not found');
    }
  });
}

function answer(response: ServerResponse, code: number, status: string): void {
  response.writeHead(code, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ status }));
}

function expose(response: ServerResponse, metrics: Metrics): void {
  metrics.expose().then(
    ({ contentType, text }) => {
      response.writeHead(200, { 'content-type': contentType });
      response.end(text);
    },
    () => answer(response, 500, 'no metrics'),
  );
}
