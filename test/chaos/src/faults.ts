import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Actor } from './actor.ts';
import type { Cast } from './cast.ts';
import { FAULT_KINDS, type Fault, type FaultKind } from './fault-plan.ts';
import { purgeQueue } from './purge-queue.ts';
import type { BrokerNode, Servers } from './servers.ts';

/** A fault that has happened; times in milliseconds of the epoch. */
export interface FaultRecord {
  kind: FaultKind;
  target: string;
  /** Of the process that was hit; null for a server. */
  pid: number | null;
  startedAt: number;
  /** When it was healed. */
  endedAt: number;
}

export interface Stage {
  cast: Cast;
  servers: Servers;
  queue: string;
  /** Aborted when faults are healed early. */
  signal: AbortSignal;
  announce(line: string): void;
}

/** Milliseconds that a process takes to start on a busy machine. */
const STARTUP_MS = 10_000;

/**
 * Makes faults happen at their times; resolves when all are healed. A target has one fault at a time, servers one together.
 * @throws Error when one of them could not be healed; the others are, early
 */
export async function runFaults(faults: readonly Fault[], stage: Stage): Promise<FaultRecord[]> {
  const startedAt = performance.now();
  const failure = new AbortController();
  const signal = AbortSignal.any([stage.signal, failure.signal]);
  // Every fault under way waits for it.
  setMaxListeners(0, signal);
  const records: FaultRecord[] = [];
  const lastOf = new Map<string, Promise<void>>();
  for (const fault of faults) {
    await pause(fault.atMs - (performance.now() - startedAt), signal);
    if (signal.aborted) break;
    const place = isOfServer(fault) ? 'servers' : fault.target;
    const former = lastOf.get(place) ?? Promise.resolve();
    const happening = former.then(async () => {
      if (!signal.aborted) records.push(await happen(fault, { ...stage, signal }));
    });
    lastOf.set(
      place,
      happening.catch((error: unknown) => failure.abort(error)),
    );
  }
  await Promise.all(lastOf.values());
  failure.signal.throwIfAborted();
  return records;
}

function isOfServer({ kind }: Pick<Fault, 'kind'>): boolean {
  return ['broker', 'postgres', 'queue'].includes(FAULT_KINDS[kind].target);
}

async function happen(fault: Fault, stage: Stage): Promise<FaultRecord> {
  const { kind, target, lastsMs } = fault;
  const actor = [...stage.cast.apis, ...stage.cast.workers].find(({ name }) => name === target);
  const pid = actor?.pid ?? null;
  stage.announce(`${kind} ${target}${pid === null ? '' : ` (pid ${pid})`} for ${lastsMs} ms`);
  const startedAt = Date.now();
  if (actor === undefined) await disturbServer(fault, stage);
  else await disturbActor(fault, actor, stage.signal);
  const endedAt = Date.now();
  stage.announce(`${kind} ${target} healed after ${endedAt - startedAt} ms`);
  return { kind, target, pid, startedAt, endedAt };
}

async function disturbActor({ kind, lastsMs }: Fault, actor: Actor, signal: AbortSignal): Promise<void> {
  switch (kind) {
    case 'worker-kill':
    case 'api-kill':
      await actor.end('SIGKILL');
      await pause(lastsMs, signal);
      return actor.start();
    case 'worker-term':
    case 'api-term':
      await actor.end('SIGTERM');
      await pause(lastsMs, signal);
      return actor.start();
    case 'worker-stop':
    case 'api-stop':
      // One that is frozen while it starts may well end by its own deadlines.
      await actor.ready(STARTUP_MS).catch(() => undefined);
      actor.freeze();
      await pause(lastsMs, signal);
      return actor.thaw();
    case 'cut':
      await actor.network.cut();
      await pause(lastsMs, signal);
      return actor.network.restore();
    case 'black-hole':
      actor.network.blackHole();
      await pause(lastsMs, signal);
      return actor.network.restore();
    default:
      throw new Error(`${kind} is no fault of a process`);
  }
}

async function disturbServer({ kind, target, lastsMs }: Fault, stage: Stage): Promise<void> {
  const { servers, signal } = stage;
  const { postgres } = servers;
  switch (kind) {
    case 'broker-stop':
    case 'broker-kill': {
      const node = nodeCalled(target, servers.brokers);
      await (kind === 'broker-kill' ? node.kill() : node.stop());
      await pause(lastsMs, signal);
      return node.start();
    }
    case 'postgres-stop':
    case 'postgres-kill':
      await (kind === 'postgres-kill' ? postgres.kill() : postgres.stop());
      await pause(lastsMs, signal);
      return postgres.start();
    case 'purge':
      return purgeWhileNobodyConsumes(stage);
    default:
      throw new Error(`${kind} is no fault of a server`);
  }
}

/** Idle workers take each message at once: there would be nothing to purge. */
async function purgeWhileNobodyConsumes({ cast, servers, queue, signal, announce }: Stage): Promise<void> {
  for (const worker of cast.workers) worker.freeze();
  try {
    // A broker that has just lost a node, or the queue, has nothing to purge.
    const purged = await purgeQueue(servers.amqpUrls, queue, signal).catch((error: Error) => error.message);
    announce(`messages purged: ${purged}`);
  } finally {
    for (const worker of cast.workers) worker.thaw();
  }
}

function nodeCalled(name: string, brokers: readonly BrokerNode[]): BrokerNode {
  const node = brokers.find((broker) => broker.name === name);
  if (node === undefined) throw new Error(`no broker is called ${name}`);
  return node;
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  if (ms > 0) await delay(ms, undefined, { signal }).catch(() => undefined);
}
