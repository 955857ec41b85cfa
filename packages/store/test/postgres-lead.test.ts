import assert from 'node:assert/strict';
import { after, before, describe, type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import {
  eventually,
  type Postgres,
  type Program,
  startPostgres,
  startProcess,
  startProxy,
} from '@offload/test-services';
import type { SqlExecutor } from '../src/executor.ts';
import { openPostgres } from '../src/executors/postgres.ts';
import { type Lead, openPostgresStore, type Store } from '../src/index.ts';

/** What the port says, and a second for a busy machine. */
const LOST_WITHIN = { timeoutMs: 11_000, intervalMs: 100 };

describe('lead on Postgres', () => {
  let postgres: Postgres;
  /** For what the port does not show. */
  let sql: SqlExecutor;

  before(async () => {
    postgres = await startPostgres();
    sql = openPostgres({ url: postgres.url, deadlineMs: 5000, maxConnections: 1, onConnectionLost: () => undefined });
  });
  after(async () => {
    await sql.close();
    await postgres.remove();
  });

  function openStore(t: TestContext, url = postgres.url): Store {
    const store = openPostgresStore({ url });
    t.after(() => store.close());
    return store;
  }

  async function take(t: TestContext, store: Store): Promise<Lead> {
    const lead = await store.lead();
    assert.ok(lead, 'the lead is free');
    t.after(() => lead.release());
    return lead;
  }

  const takeEventually = (t: TestContext, store: Store) => eventually(() => take(t, store), LOST_WITHIN);

  test('one has it at a time, and it is free as soon as it is given back', async (t) => {
    const [one, other] = [openStore(t), openStore(t)];
    const lead = await take(t, one);
    assert.equal(await other.lead(), null);
    assert.equal(await one.lead(), null);
    assert.equal(lead.lost.aborted, false);
    await lead.release();
    assert.equal(lead.lost.aborted, true);
    const next = await take(t, other);
    await lead.release();
    assert.equal(next.lost.aborted, false);
    assert.equal(await one.lead(), null);
  });

  test('of many who want it at once, one gets it', async (t) => {
    const stores = Array.from({ length: 5 }, () => openStore(t));
    const leads = (await Promise.all(stores.map((store) => store.lead()))).filter((lead) => lead !== null);
    assert.equal(leads.length, 1);
    await leads[0]?.release();
  });

  test('is renewed long before the server would end it for its silence', async (t) => {
    const lead = await take(t, openStore(t));
    const renewedAt = async () => {
      const query = `select state_change from pg_stat_activity where application_name = 'offload lead'`;
      return (await sql.query<{ state_change: string }>(query))[0]?.state_change;
    };
    const first = await renewedAt();
    await eventually(async () => assert.notEqual(await renewedAt(), first), { timeoutMs: 4000 });
    assert.ok(first && !lead.lost.aborted);
  });

  test('is one per schema of a database', async (t) => {
    await sql.query('create schema elsewhere');
    const options = encodeURIComponent('-c search_path=elsewhere');
    const [store, elsewhere] = [openStore(t), openStore(t, `${postgres.url}?options=${options}`)];
    await take(t, store);
    await take(t, elsewhere);
    assert.equal(await elsewhere.lead(), null);
  });

  test('passes on at once when its connection is ended, and its holder knows', async (t) => {
    const [one, other] = [openStore(t), openStore(t)];
    const lead = await take(t, one);
    const end = `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'offload lead'`;
    assert.equal((await sql.query(end)).length, 1);
    await eventually(() => assert.ok(lead.lost.aborted), { timeoutMs: 1000 });
    await take(t, other);
    await lead.release();
    await lead.release();
  });

  test('passes on within ten seconds when its holder is frozen, who knows it once he wakes', async (t) => {
    const holder = await startHolder(t);
    const store = openStore(t);
    holder.kill('SIGSTOP');
    assert.equal(await store.lead(), null);
    await takeEventually(t, store);
    holder.kill('SIGCONT');
    await holder.waitForOutput(/lost/);
  });

  test('passes on at once when its holder is killed', async (t) => {
    const holder = await startHolder(t);
    holder.kill('SIGKILL');
    await holder.exited;
    await eventually(() => take(t, openStore(t)), { timeoutMs: 1000 });
  });

  test('is lost before another one can have it when the network goes silent', async (t) => {
    const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port });
    t.after(() => proxy.close());
    const lead = await take(t, openStore(t, `postgres://postgres@127.0.0.1:${proxy.port}/postgres`));
    const store = openStore(t);
    proxy.blackHole();
    await eventually(async () => {
      const next = await store.lead();
      assert.ok(next || lead.lost.aborted);
      await next?.release();
      assert.equal(next, null);
    }, LOST_WITHIN);
    await takeEventually(t, store);
  });

  test('is given back within a deadline when the network goes silent', async (t) => {
    const proxy = await startProxy({ host: '127.0.0.1', port: postgres.port });
    t.after(() => proxy.close());
    const lead = await take(t, openStore(t, `postgres://postgres@127.0.0.1:${proxy.port}/postgres`));
    proxy.blackHole();
    const startedAt = performance.now();
    await lead.release();
    assert.ok(performance.now() - startedAt < 5000);
    await takeEventually(t, openStore(t));
  });

  test('is lost when the database restarts, and can be taken again', async (t) => {
    const [one, other] = [openStore(t), openStore(t)];
    const lead = await take(t, one);
    await postgres.stop();
    await eventually(() => assert.ok(lead.lost.aborted), { timeoutMs: 1000 });
    await assert.rejects(other.lead(), { code: 'STORE_UNAVAILABLE' });
    await postgres.start();
    await take(t, other);
  });

  /** A process that has the lead. */
  async function startHolder(t: TestContext): Promise<Program> {
    const entry = fileURLToPath(new URL('lead-holder.js', import.meta.url));
    const holder = await startProcess({ entry, args: [postgres.url] });
    t.after(() => holder.close());
    await holder.waitForOutput(/taken/);
    return holder;
  }
});
