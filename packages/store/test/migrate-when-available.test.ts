import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { migrateWhenAvailable, StoreUnavailableError, type WaitOptions } from '../src/index.ts';

/** A store whose migration fails with the given errors, one after the other, before it succeeds. */
function failing(...errors: Error[]) {
  const store = {
    tries: 0,
    migrate: async () => {
      store.tries++;
      const error = errors.shift();
      if (error) throw error;
    },
  };
  return store;
}

function options(changes: Partial<WaitOptions> = {}): WaitOptions {
  return { logger: { warn: () => undefined }, signal: new AbortController().signal, intervalMs: 1, ...changes };
}

describe('migrating when the database is available', () => {
  test('does it at once where it is there', async () => {
    const store = failing();
    await migrateWhenAvailable(store, options({ intervalMs: 60_000 }));
    assert.equal(store.tries, 1);
  });

  test('tries again while it is away', async () => {
    const store = failing(
      new StoreUnavailableError('1'),
      new StoreUnavailableError('2'),
      new StoreUnavailableError('3'),
    );
    await migrateWhenAvailable(store, options());
    assert.equal(store.tries, 4);
  });

  test('ends with any other error, at the first try or later', async () => {
    const wrong = new Error('wrong password');
    const store = failing(new StoreUnavailableError('away'), wrong, new StoreUnavailableError('never thrown'));
    await assert.rejects(migrateWhenAvailable(store, options()), wrong);
    assert.equal(store.tries, 2);
  });

  test('ends between two tries when its signal is aborted', async () => {
    const stopping = new AbortController();
    const store = failing(new StoreUnavailableError('away'));
    const waiting = migrateWhenAvailable(store, options({ signal: stopping.signal, intervalMs: 60_000 }));
    setImmediate(() => stopping.abort());
    await assert.rejects(waiting, { name: 'AbortError' });
    assert.equal(store.tries, 1);
  });

  test('does not begin when its signal is aborted already', async () => {
    const store = failing();
    await assert.rejects(migrateWhenAvailable(store, options({ signal: AbortSignal.abort() })), { name: 'AbortError' });
    assert.equal(store.tries, 0);
  });

  test('says in the log what it waits for, at the first failure and then at every tenth', async () => {
    const lines: object[] = [];
    const logger = { warn: (fields: object) => void lines.push(fields) };
    const errors = Array.from({ length: 12 }, (_, index) => new StoreUnavailableError(`${index + 1}`));
    await migrateWhenAvailable(failing(...errors), options({ logger }));
    assert.deepEqual(lines, [{ reason: '1' }, { reason: '11' }]);
  });
});
