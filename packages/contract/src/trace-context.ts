/** Where a trace goes on: W3C Trace Context, as HTTP and message headers carry it (https://www.w3.org/TR/trace-context/). */
export interface TraceContext {
  traceparent: string;
  tracestate?: string;
}
