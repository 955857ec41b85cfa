import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach } from 'node:test';
import { type Broker, createMemoryBroker } from '@offload/broker';
import { createTopology, encodeTask, type Task, type TaskState } from '@offload/contract';
import { publishTask, submitTask } from '@offload/dispatch';
import type { NewTask, Store } from '@offload/store';
import { eventually, uniqueName } from '@offload/test-services';
import { startWorker, type Worker, type WorkerOptions } from '../src/worker.ts';
import { catalogue, type ScriptedHandlers, scriptedHandlers } from './scripted-tasks.ts';
import { silent } from './silent-logger.ts';
import { openTestStore, type TestStore } from './test-store.ts';

/** Gives every test of the file a bench of its own, on one store. */
export function useWorkerBench(give: (bench: WorkerBench, store: Store) => void): void {
  let testStore: TestStore;
  let bench: WorkerBench;
  before(async () => {
    testStore = await openTestStore();
  });
  beforeEach(() => {
    bench = createWorkerBench(testStore);
    give(bench, testStore.store);
  });
  afterEach(() => bench.close());
  after(() => testStore.remove());
}

/** A broker, scripted handlers and the workers of one test, on the store of its file. */
export interface WorkerBench {
  broker: Broker;
  scripts: ScriptedHandlers;
  /** @param options `concurrency` is that of the main queue, which alone is served by default */
  start(options?: Partial<WorkerOptions> & { concurrency?: number }): Worker;
  /** Submits a scripted task as the API does. */
  submit(script: string, changes?: Partial<NewTask>): Promise<Task>;
  /** Stores a task as queued, without its message. */
  store(script: string, changes?: Partial<NewTask>): Promise<Task>;
  /** Publishes a stored task's message. */
  send(task: Task): Promise<void>;
  read(id: string): Promise<Task>;
  /** A task whose handler has started. */
  running(script: string): Promise<Task>;
  /** The task, once it is in the state. */
  reaches(id: string, state: TaskState): Promise<Task>;
  /** Sends what is due, as the dispatcher does. */
  dispatch(): Promise<void>;
  /** Once every message has been acknowledged. */
  queueIsDone(): Promise<void>;
  close(): Promise<void>;
}

function createWorkerBench({ store, storage }: TestStore): WorkerBench {
  const broker = createMemoryBroker(createTopology('task_queue', '', ['reports']));
  const scripts = scriptedHandlers();
  const workers: Worker[] = [];
  const { publisher, topology } = broker;
  const newTask = (script: string, changes: Partial<NewTask> = {}): NewTask => ({
    type: 'scripted',
    payload: { script },
    queue: topology.queue,
    maxAttempts: 3,
    timeoutMs: 60_000,
    requestId: 'request-1',
    ...changes,
  });

  async function read(id: string): Promise<Task> {
    const task = await store.get(id);
    assert.ok(task, 'the task exists');
    return task;
  }

  const submit = (script: string, changes?: Partial<NewTask>) =>
    submitTask({ store, publisher, logger: silent }, newTask(script, changes));

  return {
    broker,
    scripts,
    start({ concurrency = 1, ...options } = {}) {
      const worker = startWorker({
        broker,
        store,
        catalogue,
        handlers: scripts.handlers,
        storage,
        fileLimit: 1_000_000,
        queues: [{ name: topology.queue, concurrency }],
        shutdownGraceMs: 10_000,
        abortGraceMs: 50,
        name: uniqueName('worker'),
        logger: silent,
        ...options,
      });
      workers.push(worker);
      return worker;
    },
    submit,
    async running(script) {
      const startedBefore = scripts.started;
      const task = await submit(script);
      await eventually(() => assert.equal(scripts.started, startedBefore + 1));
      return task;
    },
    store: (script, changes) => store.insert(newTask(script, changes)),
    send: (task) => publisher.publish('queue', encodeTask(task, { timeoutMs: 60_000, requestId: null }), 1000),
    read,
    reaches: (id, state) =>
      eventually(async () => {
        const task = await read(id);
        assert.equal(task.state, state);
        return task;
      }),
    async dispatch() {
      await store.dispatchDue(100, async (due) => {
        await Promise.all(due.map((task) => publishTask(publisher, task)));
        return due.map(({ id }) => id);
      });
    },
    queueIsDone: () =>
      eventually(async () => {
        const { messagesReady, messagesUnacknowledged } = await broker.queueFigures(1000);
        assert.deepEqual({ messagesReady, messagesUnacknowledged }, { messagesReady: 0, messagesUnacknowledged: 0 });
      }),
    async close() {
      scripts.openGate();
      await Promise.all(workers.map((worker) => worker.stop()));
      await broker.close();
    },
  };
}
