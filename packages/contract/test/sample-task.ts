import { encodeTask, type Message, TaskCatalogue, taskTypes } from '../src/index.ts';

export const TASK_ID = '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11';

export const sampleTask = {
  id: TASK_ID,
  type: 'sleep',
  payload: { message: 'Hello...' } as unknown,
  priority: 3,
  maxAttempts: 5,
  createdAt: '2024-12-24T18:30:15.678Z',
  queuedAt: '2024-12-24T18:30:16.789Z' as string | null,
};

export const catalogue = new TaskCatalogue(taskTypes);

/** A message of ours, with other properties or headers where the test needs them. */
export function ourMessage(changes: {
  properties?: Message['properties'];
  headers?: Record<string, unknown>;
  body?: string;
}): Message {
  const { properties, body } = encodeTask(sampleTask, { timeoutMs: 60_000, requestId: 'request-1' });
  return {
    properties: { ...properties, ...changes.properties, headers: { ...properties.headers, ...changes.headers } },
    body: changes.body === undefined ? body : Buffer.from(changes.body),
  };
}
