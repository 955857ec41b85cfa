import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, test } from 'node:test';
import { defineTaskType, FileRefSchema } from '@offload/contract';
import { type Handler, NonRetryableError } from '@offload/handler';
import { Type } from 'typebox';
import { type HandlerBench, openHandlerBench } from '../src/index.ts';

const type = defineTaskType({
  name: 'text.shout',
  title: 'Shout',
  description: 'Makes a text louder.',
  takesFiles: true,
  payload: Type.Object({ text: FileRefSchema, manner: Type.Optional(Type.String()) }, { additionalProperties: false }),
  result: Type.Object({ louder: FileRefSchema }, { additionalProperties: false }),
  timeoutMs: 1000,
  maxAttempts: 3,
  examples: [{ summary: 'Shouts', payload: { text: { file: '0193f1c2-8a11-7c02-b0d4-5e7a9c3f1b26' } } }],
});

type Shout = Handler<{ text: { file: string }; manner?: string }, { louder: { file: string } }>;

const manners: Record<string, Shout> = {
  hoarse: () => Promise.reject(new Error('no voice')),
  mute: () => Promise.reject(new NonRetryableError('this text cannot be shouted')),
  vague: async () => ({ louder: { file: 'somewhere' } }),
  patient: async ({ signal }) => {
    if (!signal.aborted) await once(signal, 'abort');
    throw signal.reason;
  },
  endless: () => new Promise(() => {}),
};

const shout: Shout = async (context) => {
  const { payload, files, progress, logger, attempt, failures, taskId } = context;
  const own = manners[payload.manner ?? ''];
  if (own) return own(context);
  const { path, name } = await files.download(payload.text);
  progress(50, 'read');
  logger.info({ attempt, failures, taskId }, 'half way');
  const { content } = await files.open(payload.text);
  const louder = (await content.setEncoding('utf8').toArray()).join('').toUpperCase();
  await writeFile(`${path}.louder`, louder);
  const { file } = await files.save(`${path}.louder`, { name: `LOUD ${name}`, mediaType: 'text/plain' });
  return { louder: { file } };
};

let bench: HandlerBench<Parameters<Shout>[0]['payload'], Awaited<ReturnType<Shout>>>;

async function open(handler: Shout = shout): Promise<typeof bench> {
  bench = await openHandlerBench(type, handler);
  return bench;
}

const UNKNOWN = { file: '0193f1c2-7c1e-7a3b-9d52-6f1f0a4b8c11' };

describe('a handler on the bench', () => {
  afterEach(() => bench.close());

  test('is given files, and what it makes of them can be looked at', async () => {
    const { upload, run, download } = await open();
    const { louder } = await run({ text: await upload('hello', 'hello.txt') });
    const { name, mediaType, bytes, content } = await download(louder);
    assert.deepEqual([name, mediaType, bytes, content.toString()], ['LOUD hello.txt', 'text/plain', 5, 'HELLO']);
  });

  test('is heard: progress, log lines and files', async () => {
    const { upload, attempt } = await open();
    const context = { taskId: UNKNOWN.file, attempt: 3, failures: 1 };
    const report = await attempt({ text: await upload('hello', 'a.txt') }, context);
    assert.equal(report.ending.kind, 'returned');
    assert.deepEqual(report.progress, [[50, 'read']]);
    assert.deepEqual(report.logs, [['info', context, 'half way']]);
    assert.deepEqual(
      report.files.map(({ name }) => name),
      ['LOUD a.txt'],
    );
  });

  test('tells of one attempt what is its own', async () => {
    const { upload, attempt } = await open();
    const text = await upload('hello', 'a.txt');
    await attempt({ text });
    const reports = await Promise.all([attempt({ text }), attempt({ text })]);
    assert.deepEqual(
      reports.map(({ files }) => files.length),
      [1, 1],
    );
  });

  test('is not given what its task type does not take', async () => {
    const { attempt } = await open();
    await assert.rejects(attempt({ text: UNKNOWN, manner: 1 as unknown as string }), /payload\/manner must be string/);
  });

  test('is found out when its result is not what its task type promises', async () => {
    const { attempt, run } = await open();
    const payload = { text: UNKNOWN, manner: 'vague' };
    assert.equal((await attempt(payload)).ending.kind, 'returned_wrongly');
    await assert.rejects(run(payload), /result\/louder\/file must be a UUID/);
  });

  test('throws what it throws', async () => {
    const { attempt, run, refusal } = await open();
    const { ending } = await attempt({ text: UNKNOWN, manner: 'hoarse' });
    assert.ok(ending.kind === 'threw' && ending.retryable);
    await assert.rejects(run({ text: UNKNOWN, manner: 'hoarse' }), /^Error: no voice$/);
    await assert.rejects(refusal({ text: UNKNOWN, manner: 'hoarse' }), /^Error: no voice$/);
    assert.equal(await refusal({ text: UNKNOWN, manner: 'mute' }), 'this text cannot be shouted');
    assert.equal(await refusal({ text: UNKNOWN }), `there is no file ${UNKNOWN.file}`);
  });

  test('does not fail for good when it succeeds', async () => {
    const { upload, refusal } = await open();
    await assert.rejects(refusal({ text: await upload('hello') }), /has succeeded/);
  });

  test('is cancelled', async () => {
    const { attempt } = await open();
    const cancelling = new AbortController();
    const attempted = attempt({ text: UNKNOWN, manner: 'patient' }, { signal: cancelling.signal });
    cancelling.abort();
    assert.equal((await attempted).ending.kind, 'cancelled');
    const late = await attempt({ text: UNKNOWN, manner: 'patient' }, { signal: cancelling.signal });
    assert.equal(late.ending.kind, 'cancelled');
  });

  test('is out of time, whether it obeys or not', async () => {
    const { attempt } = await open();
    for (const manner of ['patient', 'endless']) {
      const { ending } = await attempt({ text: UNKNOWN, manner }, { timeoutMs: 20, abortGraceMs: 20 });
      assert.equal(ending.kind, 'timed_out');
    }
  });
});

test('the bench ends its handler and leaves nothing behind', async () => {
  const before = (await readdir(tmpdir())).filter((name) => name.startsWith('offload-testing-'));
  let ends = 0;
  const handler: Shout = Object.assign(shout.bind(undefined), {
    async close() {
      ends++;
    },
  });
  const { upload, run, close } = await open(handler);
  const during = (await readdir(tmpdir())).filter((name) => name.startsWith('offload-testing-'));
  assert.ok(during.length > before.length);
  await run({ text: await upload('hello') });
  await close();
  assert.equal(ends, 1);
  const own = during.filter((name) => !before.includes(name)).map((name) => join(tmpdir(), name));
  for (const folder of own) await assert.rejects(readdir(folder), { code: 'ENOENT' });
});
