import type { Task } from '@offload/client';
import type { FaultKind } from './fault-plan.ts';
import type { FaultRecord } from './faults.ts';

export interface Percentiles {
  p50: number | null;
  p99: number | null;
}

export interface RerunTimes {
  /** After a worker was killed while everything else was well. */
  rerunMs: Percentiles;
  /** After one was killed while something else was not: its messages may have gone to a worker that was frozen, for example. */
  rerunAmidFaultsMs: Percentiles;
  rerunAfterCutMs: Percentiles;
  rerunAfterBlackHoleMs: Percentiles;
}

/** Milliseconds for which a fault is felt after it was healed: the longest task may have outlived its message. */
const AFTERMATH_MS = 20_000;
/** Milliseconds after a kill in which its tasks run again when nothing else happens. */
const RERUN_MS = 5000;
/** Faults that concern nobody but the process that they hit. */
const PRIVATE: readonly FaultKind[] = ['worker-kill', 'worker-term', 'api-kill', 'api-stop', 'api-term'];
/** Milliseconds by which the database may be late to store an attempt that a worker had asked for. */
const CLAIM_MS = 100;

/** How long the tasks of workers that were hit waited for their next attempt. */
export function rerunTimes(faults: readonly FaultRecord[], tasks: readonly Task[]): RerunTimes {
  const others = faults.filter(({ kind }) => !PRIVATE.includes(kind));
  const isAmidFaults = ({ startedAt }: FaultRecord): boolean =>
    others.some((fault) => fault.startedAt < startedAt + RERUN_MS && fault.endedAt > startedAt - AFTERMATH_MS);
  const ofKind = (kind: FaultKind): FaultRecord[] => faults.filter((fault) => fault.kind === kind);
  const kills = ofKind('worker-kill');
  const times = (records: readonly FaultRecord[]): Percentiles =>
    percentiles(records.flatMap((record) => waits(record, tasks)));
  return {
    rerunMs: times(kills.filter((kill) => !isAmidFaults(kill))),
    rerunAmidFaultsMs: times(kills.filter(isAmidFaults)),
    rerunAfterCutMs: times(ofKind('cut')),
    rerunAfterBlackHoleMs: times(ofKind('black-hole')),
  };
}

/** Milliseconds from a fault to the next attempt of each task that was lost with it. */
function waits({ pid, startedAt }: FaultRecord, tasks: readonly Task[]): number[] {
  return tasks.flatMap(({ attempts }) =>
    attempts.flatMap(({ worker, outcome, startedAt: begun }, index) => {
      const next = attempts[index + 1];
      if (next === undefined || outcome !== 'worker_lost' || !worker.includes(`-${pid}-`)) return [];
      const waitedMs = Date.parse(next.startedAt) - startedAt;
      return waitedMs >= 0 && Date.parse(begun) <= startedAt + CLAIM_MS ? [waitedMs] : [];
    }),
  );
}

function percentiles(values: number[]): Percentiles {
  values.sort((a, b) => a - b);
  const at = (share: number): number | null => values[Math.ceil(values.length * share) - 1] ?? null;
  return { p50: at(0.5), p99: at(0.99) };
}
