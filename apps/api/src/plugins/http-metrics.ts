import type { Distribution, Metrics } from '@offload/metrics';
import type { onResponseHookHandler } from 'fastify';
import fp from 'fastify-plugin';

export interface HttpMetricsOptions {
  metrics: Metrics;
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** How long each answer took, by the route's template, so that no path of a client makes a label. */
export const httpMetrics = fp<HttpMetricsOptions>(
  async (app, { metrics }) => {
    const durations = metrics.histogram(
      'offload_http_request_duration_seconds',
      'Until the answer was sent, by route, method and status.',
      SECONDS,
      ['method', 'route', 'status'],
    );

    function recorder(method: string, route: string): onResponseHookHandler {
      const byStatus = new Map<number, Distribution>();
      return (_request, reply, done) => {
        const { statusCode } = reply;
        let duration = byStatus.get(statusCode);
        if (!duration) {
          duration = durations.of(method, route, String(statusCode));
          byStatus.set(statusCode, duration);
        }
        duration.observe(reply.elapsedTime / 1000);
        done();
      };
    }

    // A hook of each route, which knows its template: `request.routeOptions` would be made anew for every request.
    app.addHook('onRoute', (route) => {
      const methods = [route.method].flat();
      const record = recorder(methods.length === 1 ? String(methods[0]) : 'other', route.url);
      route.onResponse = [...[route.onResponse ?? []].flat(), record];
    });
    const unmatched = recorder('any', 'none');
    app.addHook('onResponse', (request, reply, done) => {
      if (request.is404) unmatched.call(app, request, reply, done);
      else done();
    });
  },
  { name: 'http-metrics' },
);
