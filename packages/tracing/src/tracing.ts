import type { Broker } from '@offload/broker';
import type { Store } from '@offload/store';

/** A request as tracing needs it. */
export interface IncomingRequest {
  method: string;
  /** With its query, which is left out of the trace. */
  url: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
}

/** The span of a request that is being answered. */
export interface RequestSpan {
  /** Runs what belongs to the request, so that it finds the span. */
  run(work: () => void): void;
  /** @param route its template; undefined where there is none */
  end(answer: { status: number; route: string | undefined }): void;
}

/**
 * One trace from the request through the message to the handler. Whoever does not trace has none of these, and pays nothing: what is
 * traced is wrapped.
 */
export interface Tracing {
  /** Of the active span, for a log line. */
  logFields(): Record<string, string>;
  /** Begins the span of a request, in the trace that its `traceparent` names. */
  serve(request: IncomingRequest): RequestSpan;
  /** The broker whose messages carry the trace on: a span for each that is sent, and for each that is processed. */
  traceBroker(broker: Broker): Broker;
  /** The store that keeps a task's trace with it, and tells the spans of its attempts what becomes of them. */
  traceStore(store: Store): Store;
  /** Sends what is left, within seconds. Idempotent. */
  stop(): Promise<void>;
}
