import type { Random } from './random.ts';

/** What a fault of a kind hits, how long it is kept up, and how often it comes in comparison. */
interface Kind {
  target: 'api' | 'worker' | 'process' | 'broker' | 'postgres' | 'queue';
  /** Milliseconds until it is healed: the shortest and the longest. */
  lastsMs: readonly [number, number];
  /** Milliseconds that the target will need afterwards. */
  recoveryMs: number;
  weight: number;
}

const KINDS = {
  'worker-kill': { target: 'worker', lastsMs: [0, 2000], recoveryMs: 3000, weight: 8 },
  'worker-stop': { target: 'worker', lastsMs: [1000, 40_000], recoveryMs: 3000, weight: 4 },
  'worker-term': { target: 'worker', lastsMs: [0, 2000], recoveryMs: 8000, weight: 2 },
  'api-kill': { target: 'api', lastsMs: [0, 2000], recoveryMs: 3000, weight: 4 },
  'api-stop': { target: 'api', lastsMs: [1000, 40_000], recoveryMs: 3000, weight: 2 },
  'api-term': { target: 'api', lastsMs: [0, 2000], recoveryMs: 5000, weight: 2 },
  /** Its connections to broker and database end, and cannot be made. */
  cut: { target: 'process', lastsMs: [0, 5000], recoveryMs: 3000, weight: 4 },
  /** No byte gets through to broker and database, and nobody is told. */
  'black-hole': { target: 'process', lastsMs: [2000, 30_000], recoveryMs: 3000, weight: 4 },
  'broker-stop': { target: 'broker', lastsMs: [0, 3000], recoveryMs: 12_000, weight: 1 },
  'broker-kill': { target: 'broker', lastsMs: [0, 3000], recoveryMs: 12_000, weight: 1 },
  purge: { target: 'queue', lastsMs: [0, 0], recoveryMs: 1000, weight: 1 },
  'postgres-stop': { target: 'postgres', lastsMs: [0, 3000], recoveryMs: 5000, weight: 1 },
  'postgres-kill': { target: 'postgres', lastsMs: [0, 3000], recoveryMs: 5000, weight: 1 },
} as const satisfies Record<string, Kind>;

export type FaultKind = keyof typeof KINDS;

export const FAULT_KINDS: Readonly<Record<FaultKind, Kind>> = KINDS;

export const faultKinds = Object.keys(KINDS) as FaultKind[];

export interface Fault {
  /** Milliseconds after the start of the storm. */
  atMs: number;
  kind: FaultKind;
  /** Name of the process, node or server. */
  target: string;
  lastsMs: number;
}

/** What can be hit. */
export interface Targets {
  apis: readonly string[];
  workers: readonly string[];
  /** Nodes that can be ended and started. */
  brokers: readonly string[];
}

/** Share of the storm in which nothing but workers is killed: how soon their tasks run again shows best when all else is well. */
const OPENING = 0.2;
const OPENING_KINDS: readonly FaultKind[] = ['worker-kill'];
/** Milliseconds of peace at the start, and between two faults. */
const FIRST_PAUSE_MS = 2000;
const PAUSE_MS = [500, 4000] as const;
/** Milliseconds between two faults of servers, once there was one of each: the other faults tell most in between. */
const SERVERS_PAUSE_MS = 20_000;

/**
 * Draws the faults of a storm. They overlap, but each has its target for itself, of several APIs or workers one is
 * always left alone, and one server at most is disturbed: what cannot work for lack of everything tells nothing.
 */
export function planFaults(random: Random, kinds: readonly FaultKind[], targets: Targets, stormMs: number): Fault[] {
  const faults: Fault[] = [];
  const busyUntil = new Map<string, number>();
  // First one of each, so that a short storm misses none.
  const missing = new Set(kinds);

  for (let atMs = FIRST_PAUSE_MS; atMs < stormMs - 1000; atMs += random.integer(...PAUSE_MS)) {
    const free = (name: string) => (busyUntil.get(name) ?? 0) <= atMs;
    const isPossible = (kind: FaultKind) => targetsFor(kind, targets, free).length > 0;
    const now = atMs < OPENING * stormMs && kinds.includes('worker-kill') ? OPENING_KINDS : kinds;
    const due = [...missing].filter((kind) => now.includes(kind) && isPossible(kind));
    const candidates = due.length > 0 ? due : now.flatMap(byWeight).filter(isPossible);
    if (candidates.length === 0) continue;
    const kind = random.pick(candidates);
    missing.delete(kind);
    const target = random.pick(targetsFor(kind, targets, free));
    const { lastsMs: range, recoveryMs } = FAULT_KINDS[kind];
    const lastsMs = Math.min(random.integer(...range), stormMs - atMs);
    const isOfServer = !targets.apis.includes(target) && !targets.workers.includes(target);
    const peaceMs = isOfServer && missing.size === 0 ? SERVERS_PAUSE_MS : 0;
    busyUntil.set(target, atMs + lastsMs + recoveryMs + peaceMs);
    faults.push({ atMs, kind, target, lastsMs });
  }
  return faults;
}

function byWeight(kind: FaultKind): FaultKind[] {
  return new Array<FaultKind>(FAULT_KINDS[kind].weight).fill(kind);
}

/** Names of what a fault of this kind may hit now. */
function targetsFor(kind: FaultKind, targets: Targets, free: (name: string) => boolean): string[] {
  const apis = allButOne(targets.apis, free);
  const workers = allButOne(targets.workers, free);
  const serversAreQuiet = [...targets.brokers, 'postgres', 'queue'].every(free);
  switch (FAULT_KINDS[kind].target) {
    case 'api':
      return apis;
    case 'worker':
      return workers;
    case 'process':
      return [...apis, ...workers];
    case 'broker':
      return serversAreQuiet ? [...targets.brokers] : [];
    case 'postgres':
      return serversAreQuiet ? ['postgres'] : [];
    case 'queue':
      return serversAreQuiet ? ['queue'] : [];
  }
}

/** Those that are free, as long as another one is, too. */
function allButOne(names: readonly string[], free: (name: string) => boolean): string[] {
  const undisturbed = names.filter(free);
  return undisturbed.length > 1 ? undisturbed : [];
}
