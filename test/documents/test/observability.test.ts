import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { buildApi } from '@offload/api';
import { createMemoryBroker } from '@offload/broker';
import { createTopology, TaskCatalogue, taskTypes } from '@offload/contract';
import { FolderStorage } from '@offload/files';
import { Metrics, recordBatches } from '@offload/metrics';
import { createLogger } from '@offload/process';
import { openPostgresStore } from '@offload/store';
import { parse } from 'yaml';
import { rowsBelow, textOf } from './repository.ts';

/** By name, what Prometheus would be told of them; an API's are all that there are. */
const types = new Map<string, string>();

before(async () => {
  const metrics = new Metrics();
  const broker = createMemoryBroker(createTopology());
  // Where nobody listens: what the store knows has no samples then, and is there all the same.
  const store = openPostgresStore({ url: 'postgres://127.0.0.1:1/none', onBatch: recordBatches(metrics) });
  const logger = createLogger({ name: 'test', level: 'silent' });
  const catalogue = new TaskCatalogue(taskTypes);
  const files = new FolderStorage('nowhere');
  const api = await buildApi({ store, broker, catalogue, files, apiKeys: [], bodyLimit: 1024, metrics, logger });
  for (const [, name = '', type = ''] of (await api.inject('/metrics')).body.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    types.set(name, type);
  }
  await api.close();
  await broker.close();
  await store.close();
});

/** Names in a text of PromQL; those of a histogram's parts count as its own. */
function metricsIn(text: string): string[] {
  const names = text.match(/\b(offload|nodejs|process)_[a-z0-9_]+/g) ?? [];
  return names.map((name) => {
    const [base = name] = name.split(/_(?:bucket|sum|count)$/);
    return types.get(base) === 'histogram' ? base : name;
  });
}

function assertKnown(expressions: string[]): void {
  assert.ok(expressions.length > 5);
  for (const expression of expressions) {
    const names = metricsIn(expression);
    assert.ok(names.length > 0, expression);
    for (const name of names) assert.ok(types.has(name), name);
  }
}

test('every metric of the Grafana dashboard exists', async () => {
  const { panels, templating } = JSON.parse(await textOf('deploy/grafana/offload.json')) as {
    panels: { targets?: { expr: string }[] }[];
    templating: { list: { definition?: string }[] };
  };
  const variables = templating.list.flatMap(({ definition }) => definition ?? []);
  const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
  assertKnown([...queries, ...variables]);
});

test('every metric of the alert rules exists', async () => {
  const { groups } = parse(await textOf('deploy/prometheus/alerts.yml')) as {
    groups: { rules: { expr: string; annotations: { summary: string } }[] }[];
  };
  const rules = groups.flatMap((group) => group.rules);
  for (const { annotations } of rules) assert.ok(annotations.summary);
  assertKnown(rules.map(({ expr }) => expr));
});

test('docs/observability.md lists every metric of ours, and no other', async () => {
  const rows = rowsBelow(await textOf('docs/observability.md'), '## Metrics');
  const listed = rows.map(([name = '', type]) => [/^`(\w+)/.exec(name)?.[1], type]);
  assert.deepEqual(listed.sort(), [...types].filter(([name]) => name.startsWith('offload_')).sort());
});

test('what is counted is called _total, what takes time _seconds', () => {
  for (const [name, type] of types) {
    if (!name.startsWith('offload_')) continue;
    assert.equal(name.endsWith('_total'), type === 'counter', name);
    if (type === 'histogram') assert.match(name, /_seconds$|_size$/);
  }
});
