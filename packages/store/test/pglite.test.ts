import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, before, describe, type TestContext, test } from 'node:test';
import { openPglite } from '../src/executors/pglite.ts';
import { openEmbeddedStore, StoreUnavailableError } from '../src/index.ts';
import { testConformance } from './conformance.ts';
import { dispatchAll, latch, newTask, OUTCOMES, read, start } from './fixture.ts';

const temporaryFolder = () => mkdtemp(join(tmpdir(), 'offload-store-'));

testConformance('store on PGlite', async () => {
  const dataDir = await temporaryFolder();
  return {
    executor: await openPglite({ dataDir, deadlineMs: 20_000 }),
    remove: () => rm(dataDir, { recursive: true }),
  };
});

describe('embedded store', () => {
  let folder: string;
  let dataDir: string;

  before(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder, 'made', 'when', 'missing');
    const store = await openEmbeddedStore({ dataDir });
    await store.migrate();
    await store.close();
  });
  after(() => rm(folder, { recursive: true }));

  /** Runs a script in a process of its own until the test ends. @returns its first line, and what kills it as kill -9 does */
  async function runChild(t: TestContext, script: string): Promise<{ line: string; kill(): Promise<void> }> {
    const { href } = new URL('../src/index.js', import.meta.url);
    const prelude = `import { openEmbeddedStore } from ${JSON.stringify(href)};`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', prelude + script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    const kill = async () => {
      child.kill('SIGKILL');
      await exited;
    };
    t.after(kill);
    for await (const line of createInterface(child.stdout)) return { line, kill };
    throw new Error('the process ended without a word');
  }

  test('keeps what it stored when it is closed and opened again', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const { id } = await store.insert(newTask());
    await store.close();
    await store.close();
    await assert.rejects(store.ping(), StoreUnavailableError);
    const again = await openEmbeddedStore({ dataDir });
    await again.migrate();
    assert.equal((await read(again, id)).state, 'queued');
    await again.close();
  });

  test('keeps every answered insert when its process is killed, and can be opened at once', async (t) => {
    const child = await runChild(
      t,
      `
      const store = await openEmbeddedStore({ dataDir: ${JSON.stringify(dataDir)} });
      const task = ${JSON.stringify(newTask())};
      const tasks = await Promise.all(Array.from({ length: 50 }, () => store.insert(task)));
      console.log(JSON.stringify(tasks.map(({ id }) => id)));
      setInterval(() => {}, 1000);
    `,
    );
    await child.kill();
    const ids = JSON.parse(child.line) as string[];
    assert.equal(ids.length, 50);
    const store = await openEmbeddedStore({ dataDir });
    for (const id of ids) assert.equal((await read(store, id)).state, 'queued');
    await store.close();
  });

  test('refuses a folder that another process uses, by whatever path', async (t) => {
    const child = await runChild(
      t,
      `
      await openEmbeddedStore({ dataDir: ${JSON.stringify(dataDir)} });
      console.log('open');
      setInterval(() => {}, 1000);
    `,
    );
    const link = join(folder, 'link');
    await symlink(dataDir, link);
    for (const path of [dataDir, link]) {
      await assert.rejects(openEmbeddedStore({ dataDir: path }), {
        message: `the data folder '${path}' is in use by another process: stop that one first`,
      });
    }
    await child.kill();
    await (await openEmbeddedStore({ dataDir })).close();
  });

  test('refuses a second store in the same process', async () => {
    const store = await openEmbeddedStore({ dataDir });
    await assert.rejects(openEmbeddedStore({ dataDir }), /is in use by another process/);
    await store.close();
  });

  test('names a folder that it cannot write, and the remedy', async () => {
    const file = join(folder, 'a-file');
    await writeFile(file, '');
    for (const path of [file, join(file, 'below')]) {
      await assert.rejects(openEmbeddedStore({ dataDir: path }), (error) => {
        assert.ok(error instanceof Error && error.cause instanceof Error);
        assert.match(error.message, /^the data folder '.*a-file.*' cannot be written \(E\w+\): make it writable/);
        return true;
      });
    }
  });

  test('names a folder that holds no database it can open, and lets go of it', async () => {
    const broken = join(folder, 'broken');
    await mkdir(broken);
    await writeFile(join(broken, 'PG_VERSION'), '9.6\n');
    for (let time = 0; time < 2; time++) {
      await assert.rejects(
        openEmbeddedStore({ dataDir: broken }),
        /'.*broken' holds no database that this version can/,
      );
    }
  });

  test('recovers what was queued and running when its process was killed', async (t) => {
    const child = await runChild(
      t,
      `
      const store = await openEmbeddedStore({ dataDir: ${JSON.stringify(dataDir)} });
      const task = ${JSON.stringify(newTask())};
      const [queued, running] = [await store.insert(task), await store.insert(task)];
      await store.claim({ taskId: running.id, worker: 'killed', redelivered: false });
      console.log(JSON.stringify([queued.id, running.id]));
      setInterval(() => {}, 1000);
    `,
    );
    await child.kill();
    const store = await openEmbeddedStore({ dataDir });
    await store.recoverAll();
    const [queued = '', running = ''] = JSON.parse(child.line) as string[];
    const due = await dispatchAll(store);
    assert.ok(due.includes(queued) && due.includes(running));
    assert.equal(await start(store, running), 2);
    assert.equal(await store.settle({ taskId: running, attempt: 1, outcome: OUTCOMES.succeeded }), 'superseded');
    await store.close();
  });

  test('calls wait while a dispatch publishes, but no longer than their deadline', async () => {
    const store = await openEmbeddedStore({ dataDir, deadlineMs: 300 });
    const { id } = await store.insert(newTask());
    await store.makeDue([id]);
    const { opened: waited, open } = latch();
    const dispatching = store.dispatchDue(1, async () => {
      await waited;
      return [id];
    });
    await assert.rejects(store.get(id), /did not answer within 300 ms/);
    const waiting = store.get(id);
    open();
    await dispatching;
    assert.equal((await waiting)?.state, 'queued');
    await store.close();
  });

  test('clears what former runs left behind when it is opened', async () => {
    const sql = await openPglite({ dataDir, deadlineMs: 5000 });
    const [row] = await sql.query<{ isVacuumed: boolean }>(
      `select last_vacuum > pg_postmaster_start_time() as "isVacuumed" from pg_stat_user_tables where relname = 'tasks'`,
    );
    assert.equal(row?.isVacuumed, true);
    await sql.close();
  });

  test('closing waits for what is under way', async () => {
    const store = await openEmbeddedStore({ dataDir });
    const inserts = Array.from({ length: 20 }, () => store.insert(newTask()));
    await store.close();
    assert.equal((await Promise.all(inserts)).length, 20);
  });
});
