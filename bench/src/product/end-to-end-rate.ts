import { type Reading, untilCompleted, untilQuiet } from '../load/completion.ts';
import { now } from '../load/submit-one.ts';
import { runLoad } from '../load/wrk.ts';
import type { RunningSystem } from '../scenario.ts';

const WARM_UP_SECONDS = 1;
const DRAIN_DEADLINE_MS = 120_000;

/**
 * Results per second from the first POST to the last result: as many tasks as come in `seconds` of full load, and then what
 * is left of them. The system has nothing else to do.
 */
export async function endToEndRate(system: RunningSystem, connections: number, seconds: number): Promise<number> {
  const load = { submit: system.submit, connections };
  const { requests } = await runLoad({ ...load, seconds: WARM_UP_SECONDS });
  const warm = await allCompleted(system, requests);
  const startedAt = now();
  const sent = await runLoad({ ...load, seconds });
  const all = await allCompleted(system, warm.completed + sent.requests);
  return ((all.completed - warm.completed) * 1000) / (all.at - startedAt);
}

async function allCompleted(system: RunningSystem, atLeast: number): Promise<Reading> {
  await untilCompleted(system, atLeast, DRAIN_DEADLINE_MS);
  return untilQuiet(system, DRAIN_DEADLINE_MS);
}
