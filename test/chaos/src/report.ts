import { readFileSync } from 'node:fs';
import type { Task } from '@offload/client';
import { type AuditReport, readAudit } from './audit.ts';
import type { End } from './ends.ts';
import type { FaultKind } from './fault-plan.ts';
import type { FaultRecord } from './faults.ts';
import type { Figures } from './figures.ts';
import type { Ledger } from './ledger.ts';
import type { StormOptions } from './options.ts';
import { rerunTimes } from './rerun.ts';
import { complaintAbout, describe } from './verdict.ts';

export interface Report {
  figures: Figures;
  /** What must not have happened, a line each. */
  findings: string[];
  /** Accepted tasks, as they ended. */
  tasks: readonly Task[];
}

export interface Evidence {
  options: StormOptions;
  ledger: Ledger;
  ends: ReadonlyMap<string, End>;
  faults: readonly FaultRecord[];
  complaints: readonly string[];
  databaseUrl: string;
  executionsFile: string;
  workerLogs: readonly string[];
}

/** Answers that a client has to live with. */
const EXPECTED_ANSWERS = ['202', '409', '429', '503', 'timeout', 'connection failed', 'given up'];

export async function createReport(evidence: Evidence): Promise<Report> {
  const { options, ledger, ends, faults, complaints } = evidence;
  const audit = await readAudit(evidence.databaseUrl);
  const tasks = [...ends.values()].filter((end) => end !== null);
  const lost = ledger.accepted.flatMap((task) => {
    const end = ends.get(task.id);
    const complaint = complaintAbout(task, end);
    return complaint === undefined ? [] : [`lost: ${describe(task, end)}, ${complaint}`];
  });
  const inState = (state: string): number => tasks.filter((task) => task.state === state).length;
  const accepted = ledger.accepted.length;
  const { rerunMs, ...otherRerunTimes } = rerunTimes(faults, tasks);
  const figures: Figures = {
    accepted,
    succeeded: inState('succeeded'),
    failed: inState('failed'),
    lost: lost.length,
    resultsStoredTwice: audit.storedTwice.length,
    executionsPerTask: Math.round((linesOf(evidence.executionsFile).length / accepted) * 1000) / 1000,
    rerunMs,
    longestOutageMs: ledger.longestOutageMs,
    seed: options.seed,
    minutes: options.minutes,
    faults: countsOf(faults),
    ...otherRerunTimes,
    doubleMessages: evidence.workerLogs.flatMap(linesOf).filter((line) => line.includes('"not claimed"')).length,
    unknownTasks: audit.tasks - accepted,
    answers: ledger.answers,
    complaints: complaints.length,
  };
  return { figures, findings: [...lost, ...storedTwice(audit), ...complaints, ...oddAnswers(ledger)], tasks };
}

function storedTwice(audit: AuditReport): string[] {
  return audit.storedTwice.map((line) => `end stored more than once: ${line}`);
}

function oddAnswers({ answers }: Ledger): string[] {
  return Object.entries(answers)
    .filter(([answer]) => !EXPECTED_ANSWERS.includes(answer))
    .map(([answer, count]) => `${count} clients were answered ${answer}`);
}

function countsOf(faults: readonly FaultRecord[]): Partial<Record<FaultKind, number>> {
  const counts: Partial<Record<FaultKind, number>> = {};
  for (const { kind } of faults) counts[kind] = (counts[kind] ?? 0) + 1;
  return counts;
}

/** None of a file that nobody has written. */
function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n');
  } catch {
    return [];
  }
}
