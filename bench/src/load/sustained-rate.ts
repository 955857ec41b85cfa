import type { RunningSystem } from '../scenario.ts';
import { completionRate, readCompletion, untilCompleted, untilQuiet } from './completion.ts';
import { runLoad } from './wrk.ts';

const CONNECTIONS = 64;
/** A step passes when this share of its rate was both answered and completed. */
const NEEDED_SHARE = 0.95;
/** Not yet steady: the first second of a step. */
const SETTLING_MS = 1_000;

export interface Filled {
  tasks: number;
  /** Submitted per second in the end, when code is compiled. */
  perSecond: number;
}

/** Submits as fast as possible until there are about as many tasks as asked for, or the time is over. */
export async function fill(running: RunningSystem, tasks: number, maxSeconds: number): Promise<Filled> {
  const filled: Filled = { tasks: 0, perSecond: 0 };
  for (let second = 0; second < maxSeconds && filled.tasks < tasks; second++) {
    const { requests, perSecond } = await runLoad({ submit: running.submit, connections: CONNECTIONS, seconds: 1 });
    filled.tasks += requests;
    filled.perSecond = perSecond;
  }
  return filled;
}

/** Starts a worker on tasks that wait. @returns tasks per second, from the first stored result to the last */
export async function drainRate(running: RunningSystem, tasks: number): Promise<number> {
  await running.addWorker();
  const first = await untilCompleted(running, 1, 30_000);
  const last = await untilCompleted(running, tasks, 120_000);
  return ((last.completed - first.completed) * 1000) / Math.max(1, last.at - first.at);
}

export interface SearchOptions {
  /** Tasks per second that cannot be exceeded; where the search begins. */
  ceiling: number;
  /** Halvings of the interval that is left. */
  steps: number;
  /** Seconds that each step sends. */
  seconds: number;
  log(line: string): void;
}

/**
 * The highest rate of submissions at which the backlog does not grow: as many tasks are completed per second as are
 * sent, by a slope over the step, so that workers that poll are not judged by the moment of their last poll.
 * @returns tasks per second; 0 when no step passed
 */
export async function sustainedRate(running: RunningSystem, options: SearchOptions): Promise<number> {
  let [low, high] = [0, options.ceiling];
  for (let step = 0; step < options.steps; step++) {
    const rate = (low + high) / 2;
    const achieved = await sustains(running, rate, options);
    if (achieved === undefined) high = rate;
    else low = Math.max(low, Math.min(rate, achieved));
  }
  return low;
}

async function sustains(
  running: RunningSystem,
  rate: number,
  { seconds, log }: SearchOptions,
): Promise<number | undefined> {
  const { completed: before } = await untilQuiet(running, 30_000);
  const load = runLoad({ submit: running.submit, connections: CONNECTIONS, seconds, rate });
  const readings = await readCompletion(running, load, 400);
  const { requests, perSecond } = await load;
  const settledAt = (readings[0]?.at ?? 0) + SETTLING_MS;
  const completed = completionRate(readings.filter(({ at }) => at >= settledAt));
  const waiting = requests - ((readings.at(-1)?.completed ?? 0) - before);
  const needed = rate * NEEDED_SHARE;
  // More than a second's worth waiting is a backlog, even if it has stopped growing.
  const passed = perSecond >= needed && completed >= needed && waiting <= rate;
  const figures = [`sent ${perSecond.toFixed(0)}/s`, `completed ${completed.toFixed(0)}/s`, `waiting ${waiting}`];
  log(`  ${rate.toFixed(0)}/s ${passed ? 'holds' : 'does not hold'}: ${figures.join(', ')}`);
  return passed ? perSecond : undefined;
}
