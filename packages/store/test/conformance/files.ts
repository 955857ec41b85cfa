import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { version } from 'uuid';
import type { FileCompletion, NewFile } from '../../src/index.ts';
import { attempt, type Fixture, newTask, OUTCOMES, start, UNKNOWN_ID } from '../fixture.ts';

const COMPLETION: FileCompletion = { mediaType: 'image/png', bytes: 5_000_000_000, sha256: 'a'.repeat(64) };
const DAY_MS = 86_400_000;

export function testFiles(use: () => Fixture): void {
  /** A file whose bytes have arrived. */
  async function file(changes: Partial<NewFile> = {}): Promise<string> {
    const id = await use().store.addFile({ name: 'photo.png', client: null, ...changes });
    await use().store.completeFile(id, COMPLETION);
    return id;
  }

  /** It was used last so many days ago. */
  const unusedFor = (id: string, days: number) =>
    use().sql.query(`update files set used_at = now() - $2 * interval '1 day' where id = $1`, [id, days]);

  const retire = () => use().store.retireFiles({ unusedForMs: 7 * DAY_MS, limit: 100 });

  describe('a file', () => {
    test('is there once its bytes are, and as it was described', async () => {
      const { store } = use();
      const id = await store.addFile({ name: 'ä/"\u0000".png', client: null });
      assert.equal(version(id), 7);
      assert.equal(await store.getFile(id), null);
      const completed = await store.completeFile(id, COMPLETION);
      assert.ok(completed && Date.now() - Date.parse(completed.createdAt) < 60_000);
      assert.deepEqual(completed, { id, name: completed.name, createdAt: completed.createdAt, ...COMPLETION });
      assert.match(String(completed.name), /^ä\/".*"\.png$/);
      assert.deepEqual(await store.getFile(id), completed);
      assert.equal(await store.completeFile(id, COMPLETION), null);
      for (const unknown of [UNKNOWN_ID, 'x']) assert.equal(await store.getFile(unknown), null);
    });

    test('is seen, used and removed by its client and by those who see everything', async () => {
      const { store } = use();
      const id = await file({ client: 'shop' });
      assert.ok((await store.getFile(id, 'shop')) && (await store.getFile(id)));
      assert.equal(await store.getFile(id, 'other'), null);
      assert.deepEqual([await store.useFiles([id], 'other'), await store.useFiles([id], 'shop')], [[], [id]]);
      assert.deepEqual(
        [await store.removeFile(id, 'other'), await store.removeFile(id, 'shop')],
        ['unknown', 'removed'],
      );
    });

    test('is on the list of its client, newest first and page by page', async () => {
      const { store } = use();
      const ids: string[] = [];
      for (const client of ['shop', 'other', 'shop', null]) ids.push(await file({ client }));
      await store.addFile({ name: 'not there yet', client: 'shop' });
      const list = async (query: Partial<Parameters<typeof store.listFiles>[0]> = {}) =>
        (await store.listFiles({ limit: 10, ...query })).map(({ id }) => ids.indexOf(id));
      assert.deepEqual(await list(), [3, 2, 1, 0]);
      assert.deepEqual(await list({ client: 'shop' }), [2, 0]);
      assert.deepEqual(await list({ limit: 1, before: ids[2] }), [1]);
      await store.removeFile(ids[3] ?? '');
      assert.deepEqual(await list(), [2, 1, 0]);
    });

    test('that is removed is gone for everybody, and listed until its bytes are gone', async () => {
      const { store } = use();
      const id = await file();
      assert.equal(await store.removeFile(id), 'removed');
      assert.deepEqual([await store.getFile(id), await store.useFiles([id])], [null, []]);
      assert.equal(await store.removeFile(id), 'unknown');
      assert.deepEqual(await store.listRemovedFiles(10), [id]);
      await store.forgetFiles([id]);
      assert.deepEqual(await store.listRemovedFiles(10), []);
    });

    test('that a task has is not removed before that task has finished', async () => {
      const { store } = use();
      const id = await file();
      const task = await store.insert(newTask({ files: [id] }));
      assert.equal(await store.removeFile(id), 'in_use');
      await attempt(store, task.id, OUTCOMES.succeeded);
      assert.equal(await store.removeFile(id), 'removed');
    });

    test('that nobody has used for long is retired, and none that a task has, or may have soon', async () => {
      const { store } = use();
      const [unused, had, used, young] = [await file(), await file(), await file(), await file()];
      await store.insert(newTask({ files: [had] }));
      for (const id of [unused, had, used]) await unusedFor(id, 8);
      await unusedFor(young, 6);
      assert.deepEqual(await store.useFiles([used, UNKNOWN_ID]), [used]);
      assert.equal(await retire(), 1);
      assert.deepEqual(await store.listRemovedFiles(10), [unused]);
    });

    test('whose bytes never came is retired after a day', async () => {
      const { store } = use();
      const [late, abandoned] = [
        await store.addFile({ name: null, client: null }),
        await store.addFile({ name: null, client: null }),
      ];
      await unusedFor(abandoned, 1.1);
      assert.equal(await retire(), 1);
      assert.deepEqual(await store.listRemovedFiles(10), [abandoned]);
      assert.equal(await store.completeFile(abandoned, COMPLETION), null);
      assert.ok(await store.completeFile(late, COMPLETION));
    });
  });

  describe('a file that a handler makes', () => {
    test("is its client's, and kept as long as its task", async () => {
      const { store } = use();
      const task = await store.insert(newTask({ client: 'shop' }));
      const number = await start(store, task.id);
      const id = await store.addOutput({ taskId: task.id, attempt: number }, 'small.png');
      assert.ok(id);
      await store.completeFile(id, COMPLETION);
      assert.ok(await store.getFile(id, 'shop'));
      assert.equal(await store.getFile(id, 'other'), null);
      await unusedFor(id, 30);
      assert.equal(await retire(), 0);
      await use().sql.query('delete from tasks where id = $1', [task.id]);
      assert.equal(await retire(), 1);
    });

    test('is none where the attempt is no longer the current one', async () => {
      const { store } = use();
      const task = await store.insert(newTask());
      const number = await start(store, task.id);
      assert.equal(await store.addOutput({ taskId: task.id, attempt: number + 1 }, null), null);
      await store.settle({ taskId: task.id, attempt: number, outcome: OUTCOMES.succeeded });
      assert.equal(await store.addOutput({ taskId: task.id, attempt: number }, null), null);
      assert.equal((await use().sql.query('select 1 from files')).length, 0);
    });
  });
}
