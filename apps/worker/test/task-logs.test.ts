import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Store } from '@offload/store';
import { useWorkerBench, type WorkerBench } from './worker-bench.ts';

let bench: WorkerBench;
let store: Store;
useWorkerBench((given, itsStore) => {
  bench = given;
  store = itsStore;
});

test('what a handler logs is kept with its task by the time it has finished', async () => {
  bench.start();
  const { id } = await bench.submit('log');
  await bench.reaches(id, 'succeeded');
  const lines = await store.listLogs(id);
  assert.deepEqual(
    lines.map(({ number, attempt, level, message, fields }) => ({ number, attempt, level, message, fields })),
    [{ number: 1, attempt: 1, level: 'info', message: 'half way', fields: { rows: 3 } }],
  );
});
