import { setMaxListeners } from 'node:events';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { uniqueName } from '@offload/test-services';
import { installAudit } from './audit.ts';
import { type Cast, startCast } from './cast.ts';
import { runClients } from './clients.ts';
import { awaitEnds } from './ends.ts';
import { planFaults } from './fault-plan.ts';
import { type FaultRecord, runFaults } from './faults.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { StormOptions } from './options.ts';
import { deleteQueues } from './purge-queue.ts';
import { createRandom } from './random.ts';
import { createReport, type Report } from './report.ts';
import { type Servers, startServers } from './servers.ts';

export interface StormContext {
  /** Gets a line for whatever happens. */
  announce(line: string): void;
  /** Aborted when the storm has to end at once. */
  signal: AbortSignal;
}

const CLIENTS = 16;
/** Milliseconds that clients go on with what they have not got accepted, once everything is healed. */
const PATIENCE_MS = 30_000;
/** Milliseconds in which all accepted tasks have to end. */
const END_DEADLINE_MS = 120_000;

/**
 * Runs a storm on servers and processes of its own, and ends all of them. The folder of their logs is kept when there
 * is something to find in it.
 * @throws Error when the storm cannot be run to its end
 */
export async function runStorm(options: StormOptions, context: StormContext): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'offload-chaos-'));
  const announce = announcer(folder, context.announce);
  announce(`seed ${options.seed}, logs in ${folder}, kept if there is something to find in them`);
  const servers = await startServers(options);
  const queue = uniqueName('chaos');
  try {
    const report = await withCast(options, servers, queue, folder, { ...context, announce });
    // Nobody looks for what was not found.
    if (report.findings.length === 0) rmSync(folder, { recursive: true });
    else keep(report, folder);
    return report;
  } finally {
    if (options.amqpUrls.length > 0) await deleteQueues(options.amqpUrls, queue).catch(() => undefined);
    await servers.remove();
  }
}

async function withCast(
  options: StormOptions,
  servers: Servers,
  queue: string,
  folder: string,
  { announce, signal }: StormContext,
): Promise<Report> {
  signal.throwIfAborted();
  const complaints: string[] = [];
  const complain = (complaint: string): void => {
    announce(complaint);
    complaints.push(complaint);
  };
  const databaseUrl = servers.postgres.url;
  const executionsFile = join(folder, 'executions');
  const onMigrated = () => installAudit(databaseUrl);
  const cast = await startCast({ servers, queue, folder, complain, onMigrated });
  try {
    const ledger = createLedger(join(folder, 'clients.log'));
    const faults = await rage({ options, servers, queue, cast, ledger, executionsFile, announce, signal });
    announce(`all healed; waiting for ${ledger.accepted.length} tasks`);
    const ends = await awaitEnds(ledger.accepted, cast.apiUrls, END_DEADLINE_MS, signal);
    const workerLogs = cast.workers.map(({ name }) => join(folder, `${name}.log`));
    return await createReport({ options, ledger, ends, faults, complaints, databaseUrl, executionsFile, workerLogs });
  } finally {
    await cast.close();
  }
}

interface Scene extends StormContext {
  options: StormOptions;
  servers: Servers;
  queue: string;
  cast: Cast;
  ledger: Ledger;
  executionsFile: string;
}

/** Clients and faults at once; resolves when everything is healed and no client waits any more. */
async function rage(scene: Scene): Promise<FaultRecord[]> {
  const { options, servers, cast, ledger, executionsFile, signal } = scene;
  const { seed, rate, tasks: maxTasks } = options;
  const stormMs = options.minutes * 60_000;
  const targets = {
    apis: cast.apis.map(({ name }) => name),
    workers: cast.workers.map(({ name }) => name),
    brokers: servers.brokers.map(({ name }) => name),
  };
  const plan = planFaults(createRandom(seed, 'faults'), options.faults, targets, stormMs);
  const ending = new AbortController();
  const givingUp = new AbortController();
  const ended = AbortSignal.any([signal, ending.signal]);
  const gaveUp = AbortSignal.any([signal, givingUp.signal]);
  // Every client waits for them.
  setMaxListeners(0, ended, gaveUp);
  const clients = runClients({
    seed,
    count: CLIENTS,
    rate,
    maxTasks,
    apiUrls: cast.apiUrls,
    executionsFile,
    ledger,
    ending: ended,
    givingUp: gaveUp,
  });
  try {
    const [faults] = await Promise.all([
      runFaults(plan, scene),
      Promise.race([delay(stormMs, undefined, { signal: ended }).catch(() => undefined), clients]),
    ]);
    ledger.close();
    return faults;
  } finally {
    ending.abort();
    const patience = setTimeout(() => givingUp.abort(), signal.aborted ? 0 : PATIENCE_MS);
    await clients;
    clearTimeout(patience);
    signal.throwIfAborted();
  }
}

function keep({ tasks, ...report }: Report, folder: string): void {
  writeFileSync(join(folder, 'report.json'), JSON.stringify(report, null, 2));
  writeFileSync(join(folder, 'tasks.jsonl'), tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
}

/** Each line with the seconds since the start; also for a file beside the logs. */
function announcer(folder: string, announce: (line: string) => void): (line: string) => void {
  const startedAt = performance.now();
  return (line) => {
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const stamped = `${new Date().toISOString()} +${seconds} s  ${line}`;
    appendFileSync(join(folder, 'storm.log'), `${stamped}\n`);
    announce(stamped);
  };
}
