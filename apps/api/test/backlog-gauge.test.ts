import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { type Backlog, StoreUnavailableError } from '@offload/store';
import { eventually, latch } from '@offload/test-services';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { BacklogGauge } from '../src/backlog-gauge.ts';
import { DrainRate } from '../src/drain-rate.ts';
import { sendProblem } from '../src/plugins/problem-details.ts';
import { ProblemError } from '../src/problem.ts';
import { startTestApi, submit, type TestApi } from './test-api.ts';

/** A gauge whose clock and store are set by hand. */
function gauged(limit: number) {
  const state = { now: 0, size: 0, started: 0, tookMs: 0, isAway: false };
  const asked: number[] = [];
  const lines: string[] = [];
  const gauge = new BacklogGauge({
    limit,
    now: () => state.now,
    logger: { info: (_fields, message) => lines.push(message), warn: (_fields, message) => lines.push(message) },
    store: {
      async measureBacklog(counted) {
        asked.push(counted);
        state.now += state.tookMs;
        if (state.isAway) throw new StoreUnavailableError('away');
        return { size: state.size, started: state.started };
      },
    },
  });
  return { gauge, state, asked, lines };
}

function accept(gauge: BacklogGauge): void {
  gauge.reserve();
  gauge.settle(true);
}

describe('the backlog gauge', () => {
  test('refuses nothing before its first look', () => {
    const { gauge } = gauged(1);
    gauge.reserve();
    gauge.reserve();
    gauge.settle(true);
    assert.equal(gauge.secondsUntilRoom, undefined);
  });

  test('is full from its limit on, and counts no further', async () => {
    const { gauge, state, asked } = gauged(100);
    state.size = 99;
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, undefined);
    state.size = 100;
    await gauge.look();
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    assert.deepEqual(asked, [101, 101]);
  });

  test('says once that it is full, and once that it has room again', async () => {
    const { gauge, state, lines } = gauged(10);
    for (const size of [5, 10, 11, 12, 9, 8]) {
      state.size = size;
      await gauge.look();
    }
    assert.deepEqual(lines, ['too many tasks wait for a worker, new ones are refused', 'new tasks are accepted again']);
  });

  test('adds what is accepted between two looks, without asking', async () => {
    const { gauge, state, asked } = gauged(100);
    state.size = 98;
    await gauge.look();
    accept(gauge);
    assert.equal(gauge.secondsUntilRoom, undefined);
    accept(gauge);
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    state.size = 50;
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, undefined);
    assert.equal(asked.length, 2);
  });

  test('holds room for what is not accepted yet, beyond a look, and has it back from what is not accepted at all', async () => {
    const { gauge, state } = gauged(10);
    state.size = 9;
    await gauge.look();
    gauge.reserve();
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    await gauge.look();
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    gauge.settle(false);
    assert.equal(gauge.secondsUntilRoom, undefined);
    gauge.reserve();
    gauge.settle(true);
    assert.notEqual(gauge.secondsUntilRoom, undefined);
  });

  test('forgets nothing that is accepted while it looks', async () => {
    const { opened, open } = latch<Backlog>();
    const gauge = new BacklogGauge({
      limit: 10,
      logger: { info: () => undefined, warn: () => undefined },
      store: { measureBacklog: () => opened },
    });
    const looking = gauge.look();
    accept(gauge);
    open({ size: 9, started: 0 });
    await looking;
    assert.notEqual(gauge.secondsUntilRoom, undefined);
  });

  test('tells when there is room at the rate at which workers take tasks', async () => {
    const { gauge, state } = gauged(1000);
    Object.assign(state, { size: 1000, started: 500 });
    await gauge.look();
    Object.assign(state, { now: 10_000, started: 600 });
    await gauge.look();
    // 50 tasks above 95 %, 10 a second.
    assert.equal(gauge.secondsUntilRoom, 5);
  });

  test('a minute when nothing drains, never more than five, never less than a second', async () => {
    const { gauge, state } = gauged(1000);
    state.size = 1000;
    await gauge.look();
    state.now = 1000;
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, 60);
    Object.assign(state, { now: 50_000, started: 1 });
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, 300);
    Object.assign(state, { now: 51_000, started: 1_000_000 });
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, 1);
  });

  test('looks once a second, less often where a look takes long', async () => {
    const { gauge, state } = gauged(10);
    assert.equal(await gauge.look(), 1000);
    state.tookMs = 50;
    assert.equal(await gauge.look(), 1000);
    state.tookMs = 300;
    assert.equal(await gauge.look(), 6000);
  });

  test('holds on to the last figure while it cannot measure, says so once, and goes on afterwards', async () => {
    const { gauge, state, lines } = gauged(10);
    state.size = 11;
    await gauge.look();
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    state.isAway = true;
    await gauge.look();
    await gauge.look();
    assert.notEqual(gauge.secondsUntilRoom, undefined);
    assert.deepEqual(lines.slice(1), ['backlog not measured, the last figure holds']);
    state.isAway = false;
    state.size = 0;
    await gauge.look();
    assert.equal(gauge.secondsUntilRoom, undefined);
  });

  test('stops, also when it was never started, and looks no more', async () => {
    const { gauge, asked } = gauged(10);
    gauge.start();
    gauge.start();
    await gauge.stop();
    await gauge.stop();
    assert.equal(asked.length, 1);
    await gauged(10).gauge.stop();
  });
});

describe('the drain rate', () => {
  test('is that of the last minute', () => {
    const rate = new DrainRate();
    for (let second = 0; second <= 60; second++) rate.observe(second * 100, second * 1000);
    assert.equal(rate.perSecond, 100);
    for (let second = 61; second <= 121; second++) rate.observe(6000, second * 1000);
    assert.equal(rate.perSecond, 0);
  });

  test('leaves out the step in which a worker leaves', () => {
    const rate = new DrainRate();
    rate.observe(1000, 0);
    rate.observe(1010, 1000);
    rate.observe(500, 2000);
    rate.observe(510, 3000);
    assert.equal(rate.perSecond, 10);
  });

  test('is 0 as long as nothing is known', () => {
    const rate = new DrainRate();
    assert.equal(rate.perSecond, 0);
    rate.observe(1000, 0);
    assert.equal(rate.perSecond, 0);
  });
});

test('a refused task is no error in the log', async () => {
  const levels: string[] = [];
  const log = (level: string) => () => levels.push(level);
  const request = { url: '/tasks', id: 'r', log: { error: log('error'), info: log('info') } };
  const reply = {
    code: () => reply,
    headers: () => reply,
    type: () => reply,
    serializer: () => reply,
    send: () => reply,
  };
  for (const cause of [undefined, new Error('a defect')]) {
    sendProblem(
      new ProblemError('QUEUE_FULL', 'full', { cause }),
      request as unknown as FastifyRequest,
      reply as unknown as FastifyReply,
    );
  }
  assert.deepEqual(levels, ['info', 'error']);
});

test('past MAX_QUEUED a task is refused with when to come back, and accepted again when there is room', async () => {
  const api = await startTestApi({ maxQueued: 2 });
  const ids: string[] = [];
  const later = { type: 'sleep', payload: { message: 'later' }, runAt: new Date(Date.now() + 3_600_000).toISOString() };
  assert.equal((await api.app.inject({ method: 'POST', url: '/tasks', payload: later })).statusCode, 202);
  // Nothing is known before the first look.
  await eventually(async () => {
    const { statusCode, headers, task } = await submit(api.app, 'waits');
    if (statusCode === 202) ids.push(task.id);
    assert.equal(statusCode, 503);
    assert.equal(task.code, 'QUEUE_FULL');
    assert.equal(headers['retry-after'], '60');
  });
  assert.ok(ids.length >= 2);
  assert.equal((await api.app.inject('/tasks?state=queued')).json().items.length, ids.length);

  for (const id of ids) await api.app.inject({ method: 'POST', url: `/tasks/${id}/cancel` });
  await eventually(async () => assert.equal((await submit(api.app, 'fits')).statusCode, 202));
  await api.close();
});

describe('room for one more task', () => {
  const send = ({ app }: TestApi, message: string, more: object = {}, headers = {}) =>
    app.inject({ method: 'POST', url: '/tasks', headers, payload: { type: 'sleep', payload: { message }, ...more } });
  const keyed = (api: TestApi, message: string) => send(api, message, {}, { 'idempotency-key': '"first"' });

  /** An API with a task, and room for one more. */
  async function startWithRoom(t: TestContext): Promise<TestApi> {
    const api = await startTestApi({ maxQueued: 2 });
    t.after(() => api.close());
    // Stored after the gauge's first look: the embedded store does one thing after the other.
    assert.equal((await keyed(api, 'first')).statusCode, 202);
    return api;
  }

  async function assertRoomForOne(api: TestApi): Promise<void> {
    const answers = await Promise.all(['a', 'b', 'c'].map((message) => send(api, message)));
    assert.deepEqual(
      answers.map(({ statusCode }) => statusCode),
      [202, 503, 503],
    );
  }

  test('is not given twice, whoever asks at the same time', async (t) => {
    await assertRoomForOne(await startWithRoom(t));
  });

  test('is left by a replay, a reused key, a task for later, and one that is not stored', async (t) => {
    const api = await startWithRoom(t);
    assert.equal((await keyed(api, 'first')).headers['idempotent-replayed'], 'true');
    assert.equal((await keyed(api, 'other')).json().code, 'IDEMPOTENCY_KEY_REUSED');
    assert.equal((await send(api, 'later', { delayMs: 3_600_000 })).statusCode, 202);
    const insert = t.mock.method(api.store, 'insert', () => Promise.reject(new StoreUnavailableError('away')));
    assert.equal((await send(api, 'lost')).json().code, 'STORE_UNAVAILABLE');
    insert.mock.restore();
    await assertRoomForOne(api);
  });

  test('is not asked for by the equal ones of a batch: they get the answer of the first', async (t) => {
    const api = await startWithRoom(t);
    const equal = { type: 'sleep', payload: { message: 'equal' }, idempotencyKey: 'equal' };
    const tasks = [equal, equal, { ...equal, payload: { message: 'other' } }, equal];
    const answer = await api.app.inject({ method: 'POST', url: '/tasks/batch', payload: { tasks } });
    const { items }: { items: { status: number; isReplayed: boolean }[] } = answer.json();
    assert.deepEqual(
      items.map(({ status, isReplayed }) => [status, isReplayed]),
      [
        [202, false],
        [202, true],
        [422, false],
        [202, true],
      ],
    );
  });

  test('is what a batch gets, and no more', async (t) => {
    const api = await startTestApi({ maxQueued: 11 });
    t.after(() => api.close());
    assert.equal((await send(api, 'first')).statusCode, 202);
    const tasks = Array.from({ length: 1000 }, () => ({ type: 'sleep', payload: { message: '' } }));
    const answer = await api.app.inject({ method: 'POST', url: '/tasks/batch', payload: { tasks } });
    const { accepted, items }: { accepted: number; items: { problem: { code: string } | null }[] } = answer.json();
    assert.equal(accepted, 10);
    assert.equal(items.filter(({ problem }) => problem?.code === 'QUEUE_FULL').length, 990);
    assert.equal((await api.store.list({ limit: 1000 })).items.length, 11);
  });
});
