import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { type Store, StoreUnavailableError, type WorkerBeat } from '@offload/store';
import { eventually, latch, uniqueName } from '@offload/test-services';
import { register } from '../src/registration.ts';
import { eventLoopTurn } from './event-loop-turn.ts';
import { silent } from './silent-logger.ts';
import { openTestStore, type TestStore } from './test-store.ts';

const INTERVAL_MS = 5000;

describe('the registration of a worker', () => {
  let testStore: TestStore;
  let store: Store;

  before(async () => {
    testStore = await openTestStore();
    store = testStore.store;
  });
  after(() => testStore.remove());

  function worker(running = 0): WorkerBeat {
    return { name: uniqueName('worker'), queue: 'task_queue', concurrency: 2, running };
  }

  async function listed(name: string) {
    return (await store.listWorkers()).find((found) => found.name === name);
  }

  /** The store with heartbeats under the test's control. */
  function storeWith(beat: Store['beat']): Store {
    return { ...store, beat };
  }

  test('puts it on the list at once and takes it off in the end', async () => {
    const beat = worker(1);
    const registration = register(store, () => beat, silent);
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
    const recording = storeWith(async ({ running }) => {
      beats.push(running);
    });
    let running = 0;
    const registration = register(recording, () => ({ ...beat, running: running++ }), silent);
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
    });
    const registration = register(unsteady, worker, silent);
    const beating: boolean[] = [];
    for (isAway of [false, true, true, false]) {
      t.mock.timers.tick(INTERVAL_MS);
      await eventLoopTurn();
      beating.push(registration.isBeating);
    }
    assert.deepEqual(beating, [true, false, false, true]);
    await registration.stop();
  });

  test('ends after a heartbeat that is under way, which would put it on the list again', async () => {
    const { opened, open } = latch();
    const beat = worker();
    const slow = storeWith(async (beaten) => {
      await opened;
      await store.beat(beaten);
    });
    const registration = register(slow, () => beat, silent);
    const stopping = registration.stop();
    open();
    await stopping;
    assert.equal(await listed(beat.name), undefined);
  });

  test('ends although the store is away', async () => {
    const away = () => Promise.reject(new StoreUnavailableError('away'));
    const registration = register({ ...store, removeWorker: away }, worker, silent);
    await registration.stop();
  });
});
