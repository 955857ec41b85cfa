import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Publisher } from '@offload/broker';
import { encodeTask } from '@offload/contract';
import type { DueTask } from '@offload/store';
import { latch } from '@offload/test-services';
import { PUBLISH_DEADLINE_MS, publishTask } from '../src/index.ts';

const due: DueTask = {
  id: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11',
  type: 'sleep',
  queue: 'task_queue.reports',
  payload: { message: 'Hello...' },
  priority: 0,
  maxAttempts: 3,
  createdAt: '2024-12-24T18:30:15.678Z',
  queuedAt: '2024-12-24T18:30:15.678Z',
  timeoutMs: 60_000,
  requestId: 'request-1',
};

test("a task's message goes to its own queue, and its confirm is waited for within the deadline", async () => {
  const calls: unknown[][] = [];
  const { opened: confirmed, open: confirm } = latch();
  const publisher: Publisher = {
    isReady: true,
    ready: async () => undefined,
    publish: (...call) => {
      calls.push(call);
      return confirmed;
    },
  };
  let isPublished = false;
  const publishing = publishTask(publisher, due).then(() => {
    isPublished = true;
  });

  assert.deepEqual(calls, [[{ queue: 'task_queue.reports' }, encodeTask(due, due), PUBLISH_DEADLINE_MS]]);
  await new Promise((resolve) => setImmediate(resolve));
  assert.equal(isPublished, false);
  confirm();
  await publishing;
  assert.equal(isPublished, true);
});
