import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deliverCallback, taskTypes } from '@offload/contract';
import { Destinations } from '@offload/outbound';
import { createHandlers } from '../../src/handlers/index.ts';
import { openTestStore, type TestStore } from '../test-store.ts';

let testStore: TestStore;
before(async () => {
  testStore = await openTestStore();
});
after(() => testStore.remove());

test('there is a handler for every task type, and for no other', () => {
  const { store } = testStore;
  const handlers = createHandlers({
    outbound: { callbackKeys: [], requestKeys: [], destinations: new Destinations() },
    store,
  });
  assert.deepEqual(Object.keys(handlers).sort(), [...taskTypes, deliverCallback].map(({ name }) => name).sort());
});
