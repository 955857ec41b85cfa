import type { QueueMeasurement } from '@offload/store';

export interface Demand extends Pick<QueueMeasurement, 'queued' | 'due' | 'running' | 'workers' | 'slots'> {
  /** Tasks that workers have started per second of late; `null` where that is not known. */
  startedPerSecond: number | null;
}

export interface Goal {
  /** Seconds in which what waits is to be started. */
  drainWithinSeconds: number;
  /** Tasks that one worker runs at once. @default what the live workers have on average, or 1 */
  slotsPerWorker?: number | undefined;
  /** Never more than that. */
  maxWorkers: number;
}

/**
 * How many workers a queue should have: a slot for each task that runs, and as many more as it takes to start what waits in time. How long
 * a slot is busy with a task follows from what runs and what is started (Little's law); as long as that is not known, with no
 * worker for example, each waiting task gets a slot. So it is 0 only when nothing waits and nothing runs.
 */
export function suggestWorkers(demand: Demand, { drainWithinSeconds, slotsPerWorker, maxWorkers }: Goal): number {
  const { queued, due, running, workers, slots, startedPerSecond } = demand;
  const waiting = queued + due;
  const secondsPerTask = running > 0 && startedPerSecond ? running / startedPerSecond : drainWithinSeconds;
  const slotsForWaiting = Math.ceil(Math.min(waiting, (waiting * secondsPerTask) / drainWithinSeconds));
  const perWorker = slotsPerWorker ?? (workers > 0 ? slots / workers : 1);
  return Math.min(Math.ceil((running + slotsForWaiting) / perWorker), maxWorkers);
}
