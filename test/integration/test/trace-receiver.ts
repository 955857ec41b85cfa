import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { TestContext } from 'node:test';

/** A span as OTLP/JSON has it (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding). */
export interface ReceivedSpan {
  service: string;
  name: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  links?: { traceId: string; spanId: string }[];
  startTimeUnixNano: string;
  endTimeUnixNano: string;
}

interface Attribute {
  key: string;
  value: { stringValue?: string };
}

interface Export {
  resourceSpans: {
    resource: { attributes: Attribute[] };
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[];
  }[];
}

export interface TraceReceiver {
  /** What makes a process send its traces here, soon. */
  readonly env: Record<string, string>;
  readonly spans: readonly ReceivedSpan[];
}

/** As much of a collector as takes traces. */
export async function startTraceReceiver(t: TestContext): Promise<TraceReceiver> {
  const spans: ReceivedSpan[] = [];
  const server = createServer(async (request, response) => {
    const { resourceSpans } = (await json(request)) as Export;
    for (const { resource, scopeSpans } of resourceSpans) {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      spans.push(...scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service }))));
    }
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  const { port } = server.address() as AddressInfo;
  return {
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '100',
    },
    spans,
  };
}

/** Spans below those that are not among them, indented by their depth, in the order of their starts. */
export function treeOf(spans: readonly ReceivedSpan[]): string[] {
  const ids = new Set(spans.map(({ spanId }) => spanId));
  const sorted = [...spans].sort((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano)));
  const below = (parentId: string | undefined, depth: number): string[] =>
    sorted
      .filter(({ parentSpanId: parent }) => (parentId === undefined ? !ids.has(parent ?? '') : parent === parentId))
      .flatMap((span) => [`${'  '.repeat(depth)}${span.name} (${span.service})`, ...below(span.spanId, depth + 1)]);
  return below(undefined, 0);
}
