import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { Batcher } from '../src/batcher.ts';
import { StoreUnavailableError } from '../src/index.ts';
import { latch } from './fixture.ts';

/** Lets everything run that can, and what waits for the end of that turn of the event loop. */
async function turn(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise(setImmediate);
}

/** A batcher whose statements wait until they are let go. */
function heldBatcher({ maxSize = 100, keyOf }: { maxSize?: number; keyOf?: (item: string) => string } = {}) {
  const batches: string[][] = [];
  const latches: (() => void)[] = [];
  const batcher = new Batcher<string, string>({
    maxSize,
    ...(keyOf ? { keyOf } : {}),
    run: async (items) => {
      batches.push(items);
      const { opened, open } = latch();
      latches.push(open);
      await opened;
      return items.map((item) => item.toUpperCase());
    },
  });
  const letGo = () => latches.shift()?.();
  return { batcher, batches, letGo };
}

describe('batcher', () => {
  test('a lone item goes at the end of its turn of the event loop', async () => {
    const { batcher, batches } = heldBatcher();
    void batcher.add('a');
    await turn();
    assert.deepEqual(batches, [['a']]);
  });

  test('what comes in the same turn shares one statement', async () => {
    const { batcher, batches } = heldBatcher();
    for (const item of ['a', 'b']) void batcher.add(item);
    void Promise.resolve().then(() => batcher.add('c'));
    await turn();
    assert.deepEqual(batches, [['a', 'b', 'c']]);
  });

  test('what arrives while a statement is under way shares the next one', async () => {
    const { batcher, batches, letGo } = heldBatcher();
    const first = batcher.add('a');
    await turn();
    const others = ['b', 'c', 'd'].map((item) => batcher.add(item));
    assert.deepEqual(batches, [['a']]);
    letGo();
    assert.equal(await first, 'A');
    await turn();
    letGo();
    assert.deepEqual(await Promise.all(others), ['B', 'C', 'D']);
    assert.deepEqual(batches, [['a'], ['b', 'c', 'd']]);
  });

  test('a batch has at most the maximal size', async () => {
    const { batcher, batches, letGo } = heldBatcher({ maxSize: 2 });
    const all = Promise.all(['a', 'b', 'c', 'd'].map((item) => batcher.add(item)));
    for (let statement = 0; statement < 2; statement++) {
      await turn();
      letGo();
    }
    assert.deepEqual(await all, ['A', 'B', 'C', 'D']);
    assert.deepEqual(batches, [
      ['a', 'b'],
      ['c', 'd'],
    ]);
  });

  test('items with the same key go one after the other, in their order', async () => {
    const batches: string[][] = [];
    const batcher = new Batcher<string, string>({
      maxSize: 100,
      keyOf: (item) => item.slice(0, 1),
      run: async (items) => {
        batches.push(items);
        return items;
      },
    });
    await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2', 'c1'].map((item) => batcher.add(item)));
    assert.deepEqual(batches, [['a1', 'b1', 'c1'], ['a2', 'b2'], ['a3']]);
  });

  test('one item at fault fails alone', async () => {
    const statements: number[][] = [];
    const batcher = new Batcher<number, number>({
      maxSize: 100,
      run: async (items) => {
        statements.push(items);
        if (items.includes(13)) throw new Error('13 is refused');
        return items.map((item) => item * 2);
      },
    });
    const results = await Promise.allSettled([0, 1, 13, 2].map((item) => batcher.add(item)));
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : result.reason.message)),
      [0, 2, '13 is refused', 4],
    );
    assert.deepEqual(statements, [[0, 1, 13, 2], [0], [1], [13], [2]]);
  });

  test('the unavailability of the database fails everyone who waits, once, without a repetition', async () => {
    let statements = 0;
    const unavailable = new StoreUnavailableError('gone');
    const { opened, open } = latch();
    const batcher = new Batcher<number, number>({
      maxSize: 2,
      run: async () => {
        statements++;
        await opened;
        throw unavailable;
      },
    });
    const all = Promise.allSettled([1, 2, 3, 4, 5].map((item) => batcher.add(item)));
    open();
    for (const result of await all) assert.equal(result.status === 'rejected' && result.reason, unavailable);
    assert.equal(statements, 1);
  });

  test('goes on after a failure', async () => {
    let isBroken = true;
    const batcher = new Batcher<number, number>({
      maxSize: 2,
      run: async (items) => {
        if (isBroken) throw new StoreUnavailableError('gone');
        return items;
      },
    });
    await assert.rejects(batcher.add(1), StoreUnavailableError);
    isBroken = false;
    assert.equal(await batcher.add(2), 2);
  });

  test('has settled what was added so far, also what failed, while more comes', async () => {
    const { batcher, letGo } = heldBatcher();
    await batcher.settled();
    const answers: string[] = [];
    void batcher.add('a').then((answer) => answers.push(answer));
    const settled = batcher.settled().then(() => [...answers]);
    await turn();
    const later = batcher.add('b');
    letGo();
    assert.deepEqual(await settled, ['A']);
    await turn();
    letGo();
    assert.equal(await later, 'B');
    const failing = new Batcher<string, string>({ maxSize: 1, run: () => Promise.reject(new Error('no')) });
    const failed = failing.add('a');
    await Promise.all([failing.settled(), assert.rejects(failed)]);
  });

  test('is idle once everything has been answered, also what failed', async () => {
    const { batcher, letGo } = heldBatcher();
    await batcher.idle();
    const answers: string[] = [];
    for (const item of ['a', 'b']) void batcher.add(item).then((answer) => answers.push(answer));
    const idle = batcher.idle().then(() => [...answers]);
    await turn();
    letGo();
    assert.deepEqual(await idle, ['A', 'B']);
  });
});
