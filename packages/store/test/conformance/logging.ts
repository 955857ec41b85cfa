import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { MAX_LOG_BYTES, MAX_LOG_LINES } from '@offload/contract';
import { age, type Fixture, newTask, OUTCOMES, start, taskIn, UNKNOWN_ID } from '../fixture.ts';

const AT = '2026-01-01T00:00:00.000Z';
const line = (message: string, fields: Record<string, unknown> = {}) => ({
  at: AT,
  level: 'info' as const,
  message,
  fields,
});

export function testLogging(use: () => Fixture): void {
  describe('logs', () => {
    const numbers = async (id: string) => (await use().store.listLogs(id)).map(({ number }) => number);

    test('are kept in order, and numbered through all attempts', async () => {
      const { store } = use();
      const { id } = await store.insert(newTask());
      assert.deepEqual(await store.listLogs(id), []);
      const first = await start(store, id);
      await store.appendLogs({ taskId: id, attempt: first, lines: [line('one', { rows: 3 }), line('two')] });
      await store.appendLogs({
        taskId: id,
        attempt: first,
        lines: [line('thr\0ee', { text: 'a\0b', deep: [{ x: '\ud800' }] })],
      });
      await store.settle({ taskId: id, attempt: first, outcome: OUTCOMES.interrupted });
      await store.appendLogs({ taskId: id, attempt: await start(store, id), lines: [line('four')] });
      const kept = { at: AT, level: 'info' };
      assert.deepEqual(await store.listLogs(id), [
        { number: 1, attempt: 1, ...kept, message: 'one', fields: { rows: 3 } },
        { number: 2, attempt: 1, ...kept, message: 'two', fields: {} },
        {
          number: 3,
          attempt: 1,
          ...kept,
          message: 'thr\ufffdee',
          fields: { text: 'a\ufffdb', deep: [{ x: '\ufffd' }] },
        },
        { number: 4, attempt: 2, ...kept, message: 'four', fields: {} },
      ]);
    });

    test('can be read together, each for its task', async () => {
      const { store } = use();
      const [one, two] = [await taskIn(use(), 'running'), await taskIn(use(), 'running')];
      await store.appendLogs({ taskId: two.id, attempt: 1, lines: [line('x')] });
      const ids = [one.id, two.id, 'x', two.id.toUpperCase()];
      const logs = await Promise.all(ids.map((id) => store.listLogsTogether(id)));
      assert.deepEqual(
        logs.map(({ length }) => length),
        [0, 1, 0, 1],
      );
      assert.deepEqual(logs[1], await store.listLogs(two.id));
    });

    test('of an attempt that is not the current one, or of no task, are not kept', async () => {
      const { store } = use();
      const { id } = await taskIn(use(), 'running');
      await store.appendLogs({ taskId: id, attempt: 2, lines: [line('early')] });
      await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded });
      await store.appendLogs({ taskId: id, attempt: 1, lines: [line('late')] });
      await store.appendLogs({ taskId: UNKNOWN_ID, attempt: 1, lines: [line('lost')] });
      assert.deepEqual(
        [await store.listLogs(id), await store.listLogs(UNKNOWN_ID), await store.listLogs('x')],
        [[], [], []],
      );
    });

    test('are the newest lines of a task, by number', async () => {
      const { store } = use();
      const { id } = await taskIn(use(), 'running');
      const half = Array.from({ length: MAX_LOG_LINES / 2 }, () => line('x'));
      for (let batch = 0; batch < 3; batch++) await store.appendLogs({ taskId: id, attempt: 1, lines: half });
      await store.appendLogs({ taskId: id, attempt: 1, lines: [line('last')] });
      const kept = await numbers(id);
      assert.deepEqual([kept.length, kept[0], kept.at(-1)], [MAX_LOG_LINES, 102, 301]);
    });

    test('are the newest lines of a task, by size', async () => {
      const { store } = use();
      const { id } = await taskIn(use(), 'running');
      const quarter = line('x'.repeat(MAX_LOG_BYTES / 4 - 2));
      for (let batch = 0; batch < 5; batch++) await store.appendLogs({ taskId: id, attempt: 1, lines: [quarter] });
      assert.deepEqual(await numbers(id), [2, 3, 4, 5]);
      await store.appendLogs({ taskId: id, attempt: 1, lines: [line('one more')] });
      assert.deepEqual(await numbers(id), [3, 4, 5, 6]);
    });

    test('are deleted with their task, and with no other', async () => {
      const { store } = use();
      const ids = [];
      for (let index = 0; index < 2; index++) {
        const { id } = await taskIn(use(), 'running');
        await store.appendLogs({ taskId: id, attempt: 1, lines: [line('x')] });
        await store.settle({ taskId: id, attempt: 1, outcome: OUTCOMES.succeeded });
        ids.push(id);
      }
      const [old = '', young = ''] = ids;
      await use().sql.query(`update tasks set id = $2 where id = $1`, [old, UNKNOWN_ID]);
      await use().sql.query(`update task_logs set task_id = $2 where task_id = $1`, [old, UNKNOWN_ID]);
      await age(use(), UNKNOWN_ID, 3600);
      assert.equal(await store.deleteFinished({ olderThanMs: 60_000, limit: 10 }), 1);
      assert.deepEqual([await numbers(UNKNOWN_ID), await numbers(young)], [[], [1]]);
    });
  });
}
