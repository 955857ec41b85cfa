/**
 * Whether the standard variables ask for traces, and of which kind
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). The SDK reads the others itself.
 */
export function readTracingConfig(environment: NodeJS.ProcessEnv = process.env): TracingConfig | undefined {
  const {
    OTEL_SDK_DISABLED = '',
    OTEL_TRACES_EXPORTER = '',
    OTEL_EXPORTER_OTLP_ENDPOINT = '',
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT = '',
    OTEL_EXPORTER_OTLP_PROTOCOL = '',
    OTEL_EXPORTER_OTLP_TRACES_PROTOCOL = '',
  } = environment;
  const isAskedFor =
    OTEL_TRACES_EXPORTER !== '' || OTEL_EXPORTER_OTLP_ENDPOINT !== '' || OTEL_EXPORTER_OTLP_TRACES_ENDPOINT !== '';
  if (!isAskedFor || OTEL_TRACES_EXPORTER === 'none' || OTEL_SDK_DISABLED.toLowerCase() === 'true') return undefined;
  return {
    exporter: OTEL_TRACES_EXPORTER || 'otlp',
    protocol: OTEL_EXPORTER_OTLP_TRACES_PROTOCOL || OTEL_EXPORTER_OTLP_PROTOCOL || 'http/protobuf',
  };
}

export interface TracingConfig {
  /** `OTEL_TRACES_EXPORTER` */
  exporter: string;
  /** `OTEL_EXPORTER_OTLP_PROTOCOL` */
  protocol: string;
}
