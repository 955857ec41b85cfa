import assert from 'node:assert/strict';
import type { Task } from '@offload/contract';

/** How often the API is asked, and for how long, until it answers what is expected: each answer costs it a query or more. */
export const POLLING = { intervalMs: 100, timeoutMs: 20_000 };

/** The figures of a queue, as `GET /queues` gives them. */
export interface QueueFigures {
  name: string;
  messagesReady: number;
  messagesUnacknowledged: number;
  consumers: number;
}

/** Submits a `sleep` task by `POST /tasks`. */
export async function submitSleep(apiUrl: string, message: string): Promise<Task> {
  const response = await fetch(`${apiUrl}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ type: 'sleep', payload: { message } }),
  });
  const body = await response.text();
  assert.equal(response.status, 202, `POST /tasks: ${response.status} ${body}`);
  return JSON.parse(body) as Task;
}

/** All tasks, newest first, each as `GET /tasks/{id}` gives it. */
export async function readTasks(apiUrl: string): Promise<Task[]> {
  const { items } = await read<{ items: { id: string }[] }>(`${apiUrl}/tasks`);
  return Promise.all(items.map(({ id }) => read<Task>(`${apiUrl}/tasks/${id}`)));
}

export async function readQueues(apiUrl: string): Promise<QueueFigures[]> {
  const { items } = await read<{ items: QueueFigures[] }>(`${apiUrl}/queues`);
  return items;
}

async function read<T>(url: string): Promise<T> {
  const response = await fetch(url);
  const body = await response.text();
  assert.equal(response.status, 200, `GET ${url}: ${response.status} ${body}`);
  return JSON.parse(body) as T;
}
