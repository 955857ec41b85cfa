import { readTracingConfig } from './config.ts';
import type { Tracing } from './tracing.ts';

/**
 * Traces where the standard `OTEL_*` variables ask for it; nothing of OpenTelemetry is loaded otherwise.
 *
 * @param serviceName unless `OTEL_SERVICE_NAME` says otherwise
 * @throws TracingConfigurationError when they ask for what there is not
 */
export async function startTracing(serviceName: string): Promise<Tracing | undefined> {
  const config = readTracingConfig();
  if (!config) return undefined;
  const [{ createTracing }, { startSdk }] = await Promise.all([import('./open-telemetry.ts'), import('./sdk.ts')]);
  const sdk = startSdk(config, serviceName);
  return createTracing(() => sdk.shutdown());
}
