import { context, trace } from '@opentelemetry/api';
import { serveTraced } from './request-span.ts';
import { traceBroker } from './traced-broker.ts';
import { traceStore } from './traced-store.ts';
import type { Tracing } from './tracing.ts';

/** Milliseconds that the last spans may take to be sent. */
const STOP_DEADLINE_MS = 3000;

/**
 * Traces with whatever SDK is registered with OpenTelemetry's API.
 * @param shutdown sends what is left
 */
export function createTracing(shutdown: () => Promise<void>): Tracing {
  let stopped: Promise<void> | undefined;
  return {
    logFields() {
      const active = trace.getSpanContext(context.active());
      return active ? { trace_id: active.traceId, span_id: active.spanId } : {};
    },
    serve: serveTraced,
    traceBroker,
    traceStore,
    stop() {
      stopped ??= withinDeadline(shutdown());
      return stopped;
    },
  };
}

/** What cannot be sent in time is lost: the process has to end. */
async function withinDeadline(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const deadline = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, STOP_DEADLINE_MS);
  });
  await Promise.race([work.catch(() => undefined), deadline]);
  clearTimeout(timer);
}
