import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ConsoleSpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanProcessor,
} from '@opentelemetry/sdk-trace-node';
import type { TracingConfig } from './config.ts';
import { TracingConfigurationError } from './errors.ts';

/** Makes the SDK the process's own: its tracer, W3C Trace Context, and a context that follows asynchronous work. */
export function startSdk(config: TracingConfig, serviceName: string): NodeTracerProvider {
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName }).merge(
      detectResources({ detectors: [envDetector] }),
    ),
    spanProcessors: [processorOf(config)],
  });
  provider.register();
  return provider;
}

function processorOf({ exporter, protocol }: TracingConfig): SpanProcessor {
  if (exporter === 'console') return new SimpleSpanProcessor(new ConsoleSpanExporter());
  if (exporter !== 'otlp') {
    throw new TracingConfigurationError(`OTEL_TRACES_EXPORTER must be otlp, console or none, got '${exporter}'`);
  }
  if (protocol === 'http/protobuf') return new BatchSpanProcessor(new ProtobufExporter());
  if (protocol === 'http/json') return new BatchSpanProcessor(new JsonExporter());
  throw new TracingConfigurationError(
    `OTEL_EXPORTER_OTLP_PROTOCOL must be http/protobuf or http/json, got '${protocol}'`,
  );
}
