/** The servers that systems run on: private ones, with a clean place in them for every start of a system. */
export interface Services {
  /** URL of a virtual host of the broker that always exists. */
  readonly amqpUrl: string;
  /** The Node 24 that runs every measured process. */
  readonly nodePath: string;
  /** Makes an empty database. @returns its URL */
  databaseUrl(): Promise<string>;
  /** Deletes a database that `databaseUrl` has made, so that its vacuuming does not disturb the next system. */
  dropDatabase(url: string): Promise<void>;
  /** Makes a virtual host whose plain queues become quorum queues. @returns its URL */
  amqpVhost(): Promise<string>;
  /** Deletes a virtual host that `amqpVhost` has made, with its queues. */
  dropVhost(url: string): Promise<void>;
  /** Starts an empty Redis with an append-only file; it replaces the former one with the same policy. @returns its URL */
  redisUrl(appendfsync: 'always' | 'everysec'): Promise<string>;
  /** Ends the servers and deletes their data. Idempotent. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Worker processes; 0: tasks wait. */
  workers: number;
  /** Tasks that each worker process runs at once. */
  concurrency: number;
}

/** A way to get work out of a request: Offload, a peer, or the limit of what the transport allows. */
export interface System {
  readonly name: string;
  /** What it promises about a task for which it has answered, in one phrase: what survives what. */
  readonly durability: string;
  /** What its documentation recommends for short tasks that wait more than they compute. */
  readonly recommendedConcurrency: number;
  /** Whether it has workers at all; without them it is measured at the submit side only. */
  readonly hasWorkers: boolean;
  /** Why it cannot run on this machine; undefined when it can. */
  obstacle?(): Promise<string | undefined>;
  /** Starts it in a clean place; resolves when it takes tasks. */
  start(services: Services, options: StartOptions): Promise<RunningSystem>;
}

/** Where one task is submitted. */
export interface Submit {
  url: string;
  headers: Record<string, string>;
  /** @param workMs milliseconds that the handler waits; 0: it returns at once */
  body(workMs: number): string;
}

export interface RunningSystem {
  /** POST here submits one task; the answer is 202 with the task's id as JSON field `id`. */
  readonly submit: Submit;
  /** Named processes with their pids, for readings of CPU and memory. Workers are `worker-1`, `worker-2` … */
  readonly pids: Readonly<Record<string, number>>;
  /** Number of tasks whose result is stored. Cheap enough for once a second. */
  completed(): Promise<number>;
  /** Milliseconds since the epoch, with fractions, at which the handler of this task began; undefined while unfinished. */
  startedAt(id: string): Promise<number | undefined>;
  /** Starts one more worker process; resolves when it takes tasks, or is about to. */
  addWorker(): Promise<void>;
  /** Ends its processes and clears its place. */
  stop(): Promise<void>;
}

/** One figure of the results file. */
export interface Measurement {
  scenario: string;
  system: string;
  connections: number | null;
  /** Of `samples`. */
  median: number;
  /** Milliseconds. */
  p50: number | null;
  /** Milliseconds. */
  p99: number | null;
  unit: string;
  /** Median over that of the system `limit` in the same scenario. */
  ratioToLimit: number | null;
  durability: string;
  /** One a round. */
  samples: number[];
}

/** What a scenario must reach. */
export interface Target {
  text: string;
  value: number;
  /** As text, such as `>= 0.8`. */
  goal: string;
  met: boolean;
}

export interface ScenarioContext {
  services: Services;
  /** Those that can be measured here, in the order of the rounds. */
  systems: readonly System[];
  /** Shorter and rougher. */
  quick: boolean;
  rounds: number;
  /** Length of the soak. */
  soakMinutes: number;
  /** Tasks per second that a system was found to hold, by its name, for scenarios that run at a part of it. */
  sustainedRates: Map<string, number>;
  log(line: string): void;
}

export interface ScenarioResult {
  measurements: Measurement[];
  targets: Target[];
}

export interface Scenario {
  readonly name: string;
  readonly title: string;
  /** Seconds that it takes in the default run. */
  readonly seconds: number;
  run(context: ScenarioContext): Promise<ScenarioResult>;
}
