import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { eventLoopTurn } from '@offload/test-services';
import { type KeptLine, keepLogs } from '../src/log-keeper.ts';
import { silent } from './silent-logger.ts';

function start(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const batches: KeptLine[][] = [];
  const keeper = keepLogs(silent, async (lines) => {
    batches.push(lines);
  });
  return { ...keeper, batches, messages: () => batches.map((lines) => lines.map(({ message }) => message)) };
}

test('lines are written together, half a second after the first, and the rest at the end', async (t) => {
  const { logger, flush, messages } = start(t);
  logger.info({}, 'one');
  logger.warn({}, 'two');
  t.mock.timers.tick(499);
  await eventLoopTurn();
  assert.deepEqual(messages(), []);
  t.mock.timers.tick(1);
  await eventLoopTurn();
  assert.deepEqual(messages(), [['one', 'two']]);
  logger.error({}, 'three');
  await flush();
  assert.deepEqual(messages(), [['one', 'two'], ['three']]);
  logger.info({}, 'of a handler that was cut off');
  t.mock.timers.tick(1000);
  await flush();
  assert.deepEqual(messages(), [['one', 'two'], ['three']]);
});

test('a handler that logs nothing, or for the worker alone, writes nothing', async (t) => {
  const { logger, flush, batches } = start(t);
  logger.debug({}, 'detail');
  await flush();
  assert.deepEqual(batches, []);
});

test('of a flood, the newest lines are written, and no more than a task may keep', async (t) => {
  const { logger, flush, batches } = start(t);
  for (let number = 1; number <= 100_000; number++) logger.info({ number }, 'x'.repeat(2000));
  await flush();
  const [lines] = batches;
  assert.equal(lines?.at(-1)?.fields.number, 100_000);
  assert.ok(Buffer.byteLength(JSON.stringify(lines)) < 65_536);
});

test('fields are kept as JSON, and left out where they are none or too long, without failing the handler', async (t) => {
  const { logger, flush, batches } = start(t);
  const circular: Record<string, unknown> = {};
  circular.self = circular;
  for (const fields of [{ rows: 3, err: new TypeError('no') }, circular, { text: 'x'.repeat(5000) }, { big: 1n }]) {
    logger.info(fields, 'line');
  }
  await flush();
  const [plain, ...others] = (batches[0] ?? []).map(({ fields }) => fields);
  assert.deepEqual(plain, { rows: 3, err: { name: 'TypeError', message: 'no' } });
  assert.equal(others.length, 3);
  for (const fields of others) assert.deepEqual(Object.keys(fields), ['fieldsLeftOut']);
});
