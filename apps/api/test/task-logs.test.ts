import assert from 'node:assert/strict';
import { test } from 'node:test';
import { startTestApi, submit } from './test-api.ts';

test('what a handler has logged can be read, and a task without a log has an empty one', async () => {
  const { app, store, close } = await startTestApi();
  const { task } = await submit(app, 'x');
  const read = (id: string) => app.inject(`/tasks/${id}/logs`);
  assert.deepEqual((await read(task.id)).json(), { items: [] });
  await store.claim({ taskId: task.id, worker: 'w', redelivered: false });
  const line = { at: '2026-01-01T00:00:00.000Z', level: 'warn' as const, message: 'slow', fields: { seconds: 3 } };
  await store.appendLogs({ taskId: task.id, attempt: 1, lines: [line] });
  assert.deepEqual((await read(task.id)).json(), { items: [{ number: 1, attempt: 1, ...line }] });
  const missing = await read('0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11');
  assert.equal(missing.json().code, 'TASK_NOT_FOUND');
  await close();
});
