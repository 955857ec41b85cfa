import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import type { FileRef } from '@offload/contract';
import { NonRetryableError } from '../../src/errors.ts';
import type { Handler, HandlerContext } from '../../src/handler.ts';

interface Payload {
  script: string;
  input?: FileRef;
}

type Context = HandlerContext<Payload>;

class NoSuchImageError extends NonRetryableError {}

const scripts: Record<string, (context: Context) => unknown> = {
  echo: ({ payload, taskId, attempt, failures }) => ({ payload, taskId, attempt, failures }),
  'where it runs': () => [process.pid, threadId],
  spin() {
    while (true);
  },
  'spin after a word'({ progress, logger }) {
    progress(10, 'started');
    logger.info({ pid: process.pid }, 'started');
    while (true);
  },
  async 'spin when told to stop'({ signal, logger }) {
    logger.info({ pid: process.pid }, 'started');
    if (!signal.aborted) await once(signal, 'abort');
    while (true);
  },
  async obey({ signal }) {
    if (!signal.aborted) await once(signal, 'abort');
    const { reason } = signal;
    return { reason: [reason.constructor.name, reason.code, reason.message] };
  },
  talk({ progress, logger }) {
    progress(50, 'half');
    logger.debug({ n: 1 }, 'first');
    logger.info({ n: 2 }, 'second');
    logger.warn({ err: new RangeError('too far') }, 'third');
    logger.error({ f: () => 1 }, 'fourth');
    progress(100);
  },
  throw() {
    throw Object.assign(new RangeError('out of range', { cause: new Error('the cause') }), { code: 'E_RANGE' });
  },
  'throw a text': () => Promise.reject('a text'),
  refuse() {
    throw new NoSuchImageError('no such image');
  },
  'return a function': () => () => 1,
  exit() {
    process.exit(3);
  },
  crash() {
    process.kill(process.pid, 'SIGSEGV');
    return delay(60_000);
  },
  async 'fail elsewhere'() {
    setImmediate(() => {
      throw new Error('nobody caught it');
    });
    await delay(60_000);
  },
  'use up the heap'({ logger }) {
    logger.info({}, 'started');
    const kept: unknown[] = [];
    while (true) kept.push(new Array(10_000).fill(kept.length));
  },
  async 'take memory'({ logger }) {
    const kept = Buffer.alloc(300 * 2 ** 20, 1);
    logger.info({}, 'started');
    await delay(60_000);
    return kept.length;
  },
  async 'copy a file'({ payload: { input }, files }) {
    if (!input) throw new Error('there is no input');
    const { content, name } = await files.open(input);
    const copied = `${await text(content)} and more`;
    const path = join(await files.folder(), 'copy.txt');
    await writeFile(path, copied);
    const fromPath = await files.save(path, { name: `copy of ${name}` });
    const fromStream = await files.save(Readable.from([Buffer.from(copied)]), { name: 'streamed.txt' });
    return [fromPath, fromStream];
  },
};

/** Does what its payload says. */
export const handler: Handler<Payload, unknown> = async (context) => scripts[context.payload.script]?.(context);
