import type { TraceContext } from '@offload/contract';
import { type Context, context, propagation, type Tracer, trace } from '@opentelemetry/api';

export function tracer(): Tracer {
  return trace.getTracer('offload');
}

/** A context as headers carry it; undefined where nothing is traced. */
export function headersOf(of: Context = context.active()): TraceContext | undefined {
  const headers: Partial<TraceContext> = {};
  propagation.inject(of, headers);
  const { traceparent, tracestate } = headers;
  if (traceparent === undefined) return undefined;
  return tracestate === undefined ? { traceparent } : { traceparent, tracestate };
}
