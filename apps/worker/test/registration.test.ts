import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Beat, type Store, StoreUnavailableError, type WorkerBeat } from '@offload/store';
import { eventLoopTurn, eventually, latch, uniqueName } from '@offload/test-services';
import { type RegistrationOptions, register } from '../src/registration.ts';
import { silent } from './silent-logger.ts';
import { openTestStore, type TestStore } from './test-store.ts';

const INTERVAL_MS = 5000;
const nothing: Beat = { cancelled: [], lost: [], pausedQueues: [] };

describe('the registration of a worker', () => {
  let testStore: TestStore;
  let store: Store;

  before(async () => {
    testStore = await openTestStore();
    store = testStore.store;
  });
  after(() => testStore.remove());

  function worker(): WorkerBeat {
    return { name: uniqueName('worker'), queue: 'task_queue', concurrency: 2, attempts: [], frontiers: {}, started: 0 };
  }

  function registered(beating: Store, describe: () => WorkerBeat, options: Partial<RegistrationOptions> = {}) {
    return register({ store: beating, describe, onAnswer: () => undefined, logger: silent, ...options });
  }

  async function listed(name: string) {
    return (await store.listWorkers()).find((found) => found.name === name);
  }

  /** The store with heartbeats under the test's control. */
  function storeWith(beat: Store['beat']): Store {
    return { ...store, beat };
  }

  test('puts it on the list at once and takes it off in the end', async () => {
    const beat = { ...worker(), attempts: [{ taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1 }] };
    const registration = registered(store, () => beat);
    assert.equal(registration.isBeating, false);
    await eventually(() => assert.equal(registration.isBeating, true));
    assert.equal((await listed(beat.name))?.running, 1);
    await registration.stop();
    assert.equal(await listed(beat.name), undefined);
  });

  test('is renewed every five seconds with the figures of that moment, until it ends', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    const beats: number[] = [];
    const beat = worker();
    const recording = storeWith(async ({ started }) => {
      beats.push(started);
      return nothing;
    });
    let started = 0;
    const registration = registered(recording, () => ({ ...beat, started: started++ }));
    t.mock.timers.tick(INTERVAL_MS - 1);
    assert.deepEqual(beats, [0]);
    t.mock.timers.tick(1);
    t.mock.timers.tick(INTERVAL_MS);
    assert.deepEqual(beats, [0, 1, 2]);
    await registration.stop();
    t.mock.timers.tick(INTERVAL_MS);
    assert.deepEqual(beats, [0, 1, 2]);
  });

  test('says that it is not beating while the store is away, and recovers', async (t) => {
    t.mock.timers.enable({ apis: ['setInterval'] });
    let isAway = false;
    const unsteady = storeWith(async () => {
      if (isAway) throw new StoreUnavailableError('away');
      return nothing;
    });
    const registration = registered(unsteady, worker);
    const beating: boolean[] = [];
    for (isAway of [false, true, true, false]) {
      t.mock.timers.tick(INTERVAL_MS);
      await eventLoopTurn();
      beating.push(registration.isBeating);
    }
    assert.deepEqual(beating, [true, false, false, true]);
    await registration.stop();
  });

  test('passes on what the store says to the attempts under way', async () => {
    const held = { taskId: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11', attempt: 1 };
    const answers: Beat[] = [];
    const beat = { ...worker(), attempts: [held] };
    const registration = registered(store, () => beat, { onAnswer: (answer) => answers.push(answer) });
    await eventually(() => assert.deepEqual(answers, [{ cancelled: [], lost: [held], pausedQueues: [] }]));
    await registration.stop();
  });

  test('ends after a heartbeat that is under way, which would put it on the list again', async () => {
    const { opened, open } = latch();
    const beat = worker();
    const slow = storeWith(async (beaten) => {
      await opened;
      return store.beat(beaten);
    });
    const registration = registered(slow, () => beat);
    const stopping = registration.stop();
    open();
    await stopping;
    assert.equal(await listed(beat.name), undefined);
  });

  test('ends although the store is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'));
    const registration = registered({ ...store, removeWorker: away }, worker);
    await registration.stop();
  });
});
