import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { createLogger, exitWith, type Running, runProcess, StartupError } from '../src/index.ts';

const [start = '', stop = '', stopDeadlineMs = '60000', level = 'silent'] = process.argv.slice(2);

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** As a server does, it keeps the process alive. */
function open(): void {
  setInterval(() => undefined, 60_000);
}

/** How it ends, by the name given on the command line. */
const stops: Record<string, () => Promise<void>> = {
  'in order': async () => {
    say('stopping');
    await delay(50);
    say('stopped');
  },
  hanging: async () => {
    say('stopping');
    await new Promise(() => undefined);
  },
  throwing: async () => {
    setImmediate(() => {
      throw new Error('thrown while stopping');
    });
    await new Promise(() => undefined);
  },
  failing: async () => {
    say('stopping');
    throw new Error('the stop failed');
  },
};

function running(): Running {
  open();
  say('running');
  return { stop: stops[stop] ?? (() => Promise.reject(new Error(`no stop is called '${stop}'`))) };
}

/** How it starts, by the name given on the command line. */
const starts: Record<string, (stopping: AbortSignal) => Promise<Running>> = {
  normal: async () => running(),
  mendable: async () => {
    throw new StartupError('PORT 80 is taken: choose another');
  },
  'mendable, says a package below': async () => {
    throw Object.assign(new Error('the data folder is in use: stop the other one'), { explainsItself: true });
  },
  broken: async () => {
    throw new TypeError('the start is broken');
  },
  'thrown text': () => Promise.reject('a text instead of an error'),
  obedient: async (stopping) => {
    say('starting');
    await delay(60_000, undefined, { signal: stopping });
    return running();
  },
  persistent: async (stopping) => {
    open();
    say('starting');
    await once(stopping, 'abort');
    return running();
  },
  'throwing later': async () => {
    setTimeout(() => {
      throw new Error('thrown while running');
    }, 20);
    return running();
  },
  'rejecting later': async () => {
    setTimeout(() => void Promise.reject(new Error('rejected while running')), 20);
    return running();
  },
  'done at once': async () => {
    say('running');
    return { stop: stops['in order'] ?? (async () => undefined) };
  },
};

const chosen = starts[start];
if (!chosen) exitWith(new StartupError(`no start is called '${start}'`));
await runProcess({
  logger: createLogger({ name: 'scripted', level }),
  stopDeadlineMs: Number(stopDeadlineMs),
  start: chosen,
});
