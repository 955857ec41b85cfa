import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { threadId } from 'node:worker_threads';
import { NonRetryableError } from '../../src/errors.ts';
import type { ThreadContext, ThreadHandler } from '../../src/handler.ts';

interface Payload {
  script: string;
  /** Shared with the test: counts the turns of a loop. */
  turns?: Int32Array;
}

type Context = ThreadContext<Payload>;

class NoSuchImageError extends NonRetryableError {}

const scripts: Record<string, (context: Context) => unknown> = {
  echo: ({ payload, taskId, attempt, failures }) => ({ payload, taskId, attempt, failures }),
  'thread id': () => threadId,
  spin({ payload: { turns = new Int32Array(1) } }) {
    while (true) Atomics.add(turns, 0, 1);
  },
  'spin after a word'({ progress, logger }) {
    progress(10, 'started');
    logger.info({}, 'started');
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
  async 'fail elsewhere'() {
    setImmediate(() => {
      throw new Error('nobody caught it');
    });
    await delay(60_000);
  },
  'use up the memory'({ logger }) {
    logger.info({}, 'started');
    const kept: unknown[] = [];
    while (true) kept.push(new Array(10_000).fill(kept.length));
  },
};

/** Does what its payload says. */
export const handler: ThreadHandler<Payload, unknown> = async (context) => scripts[context.payload.script]?.(context);
