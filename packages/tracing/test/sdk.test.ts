import assert from 'node:assert/strict';
import { test } from 'node:test';
import { TracingConfigurationError } from '../src/errors.ts';
import { startSdk } from '../src/sdk.ts';

test('an exporter or a protocol that there is not is named, with those that there are', () => {
  const start = (config: { exporter?: string; protocol?: string }) => () =>
    startSdk({ exporter: 'otlp', protocol: 'http/json', ...config }, 'test');
  const says = (pattern: RegExp) => (error: unknown) =>
    error instanceof TracingConfigurationError && pattern.test(error.message);
  assert.throws(
    start({ exporter: 'zipkin' }),
    says(/^OTEL_TRACES_EXPORTER must be otlp, console or none, got 'zipkin'$/),
  );
  assert.throws(
    start({ protocol: 'grpc' }),
    says(/^OTEL_EXPORTER_OTLP_PROTOCOL must be http\/protobuf or http\/json, got 'grpc'$/),
  );
});
