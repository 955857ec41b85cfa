import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readTracingConfig } from '../src/config.ts';

describe('the standard variables', () => {
  test('ask for no traces where they are not set, or say so', () => {
    for (const environment of [
      {},
      { OTEL_SERVICE_NAME: 'api', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    ]) {
      assert.equal(readTracingConfig(environment), undefined, JSON.stringify(environment));
    }
  });

  test('ask for traces by an endpoint or an exporter', () => {
    const protobuf = { exporter: 'otlp', protocol: 'http/protobuf' };
    assert.deepEqual(readTracingConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }), protobuf);
    assert.deepEqual(readTracingConfig({ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/a' }), protobuf);
    assert.deepEqual(readTracingConfig({ OTEL_TRACES_EXPORTER: 'console' }), { ...protobuf, exporter: 'console' });
    assert.deepEqual(
      readTracingConfig({
        OTEL_TRACES_EXPORTER: 'otlp',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
      }),
      { exporter: 'otlp', protocol: 'http/json' },
    );
  });
});
