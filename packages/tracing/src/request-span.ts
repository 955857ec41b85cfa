import { context, propagation, ROOT_CONTEXT, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { tracer } from './tracer.ts';
import type { IncomingRequest, RequestSpan } from './tracing.ts';

/** Names and attributes by https://opentelemetry.io/docs/specs/semconv/http/http-spans/#http-server. */
export function serveTraced({ method, url, headers }: IncomingRequest): RequestSpan {
  const parent = propagation.extract(ROOT_CONTEXT, headers);
  const [path] = url.split('?', 1);
  const userAgent = headers['user-agent'];
  const attributes = {
    'http.request.method': method,
    'url.path': path,
    'url.scheme': 'http',
    ...(userAgent === undefined ? {} : { 'user_agent.original': String(userAgent) }),
  };
  const span = tracer().startSpan(method, { kind: SpanKind.SERVER, attributes }, parent);
  const own = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(own, work),
    end({ status, route }) {
      if (route !== undefined) {
        span.updateName(`${method} ${route}`);
        span.setAttribute('http.route', route);
      }
      span.setAttribute('http.response.status_code', status);
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
      span.end();
    },
  };
}
