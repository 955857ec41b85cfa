import type { ScriptedPayload } from '@offload/test-deployment';
import type { Random } from './random.ts';

export interface PlannedTask {
  /** `enduring` tasks outlive any number of workers; the failures of `scripted` ones are counted. */
  type: 'enduring' | 'scripted';
  payload: ScriptedPayload & { key: string };
  /** The only state that it may end in. */
  expected: 'succeeded' | 'failed';
}

/** Draws a task: mostly short and well-behaved. */
export function drawTask(random: Random, key: string, log: string): PlannedTask {
  const share = random.next();
  const durationMs = random.integer(0, 300);
  const common = { key, log, durationMs };
  if (share < 0.06) return { type: 'enduring', payload: { ...common, script: ['throw', 'ok'] }, expected: 'succeeded' };
  if (share < 0.08) return { type: 'enduring', payload: { ...common, script: 'refuse' }, expected: 'failed' };
  if (share < 0.09) return { type: 'scripted', payload: { ...common, script: 'throw' }, expected: 'failed' };
  if (share > 0.98) {
    const long = { ...common, durationMs: random.integer(5000, 20_000) };
    return { type: 'enduring', payload: { ...long, script: 'ok' }, expected: 'succeeded' };
  }
  return { type: 'enduring', payload: { ...common, script: 'ok' }, expected: 'succeeded' };
}
