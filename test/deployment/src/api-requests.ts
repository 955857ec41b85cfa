import assert from 'node:assert/strict';
import { type components, createClient, type Task } from '@offload/client';
import { eventually } from '@offload/test-services';
import type { ScriptedPayload } from './scripted.ts';

export type { Task };

/** How often the API is asked in vain, at most: each answer costs it a query or more. */
export const POLLING = { intervalMs: 50 };

/** The figures of a queue, as `GET /queues` gives them. */
export type QueueFigures = components['schemas']['Queue'];

/** What tests ask of an API; every answer but the expected one fails the test. */
export interface ApiRequests {
  readonly url: string;
  /** Submits a `sleep` task. */
  submit(message: string, options?: { callback?: { url: string } }): Promise<Task>;
  /** Submits a `scripted` task, which only a scripted deployment knows. */
  submitScripted(payload: ScriptedPayload, options?: { queue?: string }): Promise<Task>;
  task(id: string): Promise<Task>;
  /** The newest twenty tasks, newest first, each whole. */
  tasks(): Promise<Task[]>;
  /** Waits until a task is in a state. */
  taskIn(state: Task['state'], id: string, timeoutMs?: number): Promise<Task>;
  /** Waits until all of these tasks have succeeded, and gives them in the same order. */
  succeeded(ids: readonly string[], timeoutMs?: number): Promise<Task[]>;
  /** Figures of the main queue. */
  queue(): Promise<QueueFigures>;
}

export function apiRequests(url: string): ApiRequests {
  const client = createClient({ url });

  async function task(id: string): Promise<Task> {
    const { data, error } = await client.GET('/tasks/{id}', { params: { path: { id } } });
    assert.ok(data, JSON.stringify(error));
    return data;
  }

  async function taskIn(state: Task['state'], id: string, timeoutMs = 30_000): Promise<Task> {
    return eventually(
      async () => {
        const found = await task(id);
        assert.equal(found.state, state, JSON.stringify(found));
        return found;
      },
      { ...POLLING, timeoutMs },
    );
  }

  return {
    url,
    task,
    async tasks() {
      const { data, error } = await client.GET('/tasks');
      assert.ok(data, JSON.stringify(error));
      return Promise.all(data.items.map(({ id }) => task(id)));
    },
    taskIn,
    async submit(message, options) {
      const body = { type: 'sleep', payload: { message }, ...options } as const;
      const { data, error, response } = await client.POST('/tasks', { body });
      assert.equal(response.status, 202, JSON.stringify(error));
      assert.ok(data);
      return data;
    },
    async submitScripted(payload, options) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ type: 'scripted', payload, ...options });
      const response = await fetch(`${url}/tasks`, { method: 'POST', headers, body });
      const answer = await response.text();
      assert.equal(response.status, 202, answer);
      return JSON.parse(answer);
    },
    async succeeded(ids, timeoutMs) {
      const tasks: Task[] = [];
      for (const id of ids) tasks.push(await taskIn('succeeded', id, timeoutMs));
      return tasks;
    },
    async queue() {
      const { data, error } = await client.GET('/queues');
      const [figures] = data?.items ?? [];
      assert.ok(figures, JSON.stringify(error));
      return figures;
    },
  };
}
