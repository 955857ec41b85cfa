import type { Task } from '@offload/client';
import type { FaultKind } from './fault-plan.ts';
import { type FaultRecord, isOfServer } from './faults.ts';

export interface Percentiles {
  p50: number | null;
  p99: number | null;
}

export interface RerunTimes {
  /** After a worker was killed while broker and database were well. */
  rerunMs: Percentiles;
  /** After one was killed while they were not. */
  rerunDuringOutageMs: Percentiles;
  rerunAfterCutMs: Percentiles;
  rerunAfterBlackHoleMs: Percentiles;
}

/** Milliseconds before and after a kill in which a disturbed server counts: after a restart, everybody reconnects. */
const AFTERMATH_MS = 5000;
/** Milliseconds by which the database may be late to store an attempt that a worker had asked for. */
const CLAIM_MS = 100;

/** How long the tasks of workers that were hit waited for their next attempt. */
export function rerunTimes(faults: readonly FaultRecord[], tasks: readonly Task[]): RerunTimes {
  const servers = faults.filter(isOfServer);
  const isDuringOutage = ({ startedAt }: FaultRecord): boolean =>
    servers.some((fault) => fault.startedAt < startedAt + AFTERMATH_MS && fault.endedAt > startedAt - AFTERMATH_MS);
  const ofKind = (kind: FaultKind): FaultRecord[] => faults.filter((fault) => fault.kind === kind);
  const kills = ofKind('worker-kill');
  const times = (records: readonly FaultRecord[]): Percentiles =>
    percentiles(records.flatMap((record) => waits(record, tasks)));
  return {
    rerunMs: times(kills.filter((kill) => !isDuringOutage(kill))),
    rerunDuringOutageMs: times(kills.filter(isDuringOutage)),
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
