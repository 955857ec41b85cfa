import type { Progress, Task, TaskError, TaskState } from '@offload/contract';

/**
 * What Offload remembers. Both executors (a Postgres server, PGlite in this process) pass the same conformance suite.
 *
 * Every call has a deadline and throws `StoreUnavailableError` when the database cannot be reached or does not answer;
 * nothing is known then about whether a write took place. Times are the database's clock.
 */
export interface Store extends TaskStore, WorkerRegistry {
  /** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait for it. */
  migrate(): Promise<void>;
  /** Throws `StoreUnavailableError` unless the database answers. */
  ping(): Promise<void>;
  /** Waits for what is under way and closes every connection. Idempotent. */
  close(): Promise<void>;
}

export interface TaskStore {
  /** Stores a new task as `queued`. Concurrent calls share one statement (group commit); a lone call waits for nobody. */
  insert(task: NewTask): Promise<Task>;

  get(id: string): Promise<Task | null>;

  /** Newest first, without payloads and results (`null` in their place). */
  list(query: TaskQuery): Promise<TaskPage>;

  /** Starts an attempt, or says why not. Concurrent calls share one statement. */
  claim(request: ClaimRequest): Promise<Claim>;

  /** Stores an attempt's outcome where the attempt is still the current one. Concurrent calls share one statement. */
  settle(settlement: Settlement): Promise<'stored' | 'superseded'>;

  /** Stores progress where the attempt is still the current one; otherwise does nothing. */
  reportProgress(report: { taskId: string; attempt: number; progress: Progress }): Promise<void>;

  /** Cancels a task that is not running yet. */
  cancel(id: string): Promise<Cancellation>;

  /** Their messages were not confirmed: `queued` tasks among them become `scheduled`, due now. */
  makeDue(ids: readonly string[]): Promise<void>;

  /**
   * Sends due `scheduled` and `retrying` tasks on their way, the longest due first: locks up to `limit` rows that no other
   * replica holds, gives them to `publish`, and turns those it returns the ids of to `queued`. The rows stay locked until
   * then, so that a crash in between sends a message twice, never not at all.
   */
  dispatchDue(limit: number, publish: (due: DueTask[]) => Promise<string[]>): Promise<Dispatched>;

  /**
   * For a process that is alone with its store and whose queue died with its predecessor: every `queued` task becomes
   * due now, and so does every `running` one, its attempt marked `worker_lost`, or `failed` if that was its last.
   * @returns how many became due
   */
  recoverAll(): Promise<number>;

  /** How many tasks of a queue are running. */
  countRunning(queue: string): Promise<number>;
}

export interface NewTask {
  /** UUIDv7; whoever inserts again because no answer came passes the same one. @default a new one */
  id?: string;
  type: string;
  payload: unknown;
  queue: string;
  maxAttempts: number;
  /** Milliseconds that one attempt may take. */
  timeoutMs: number;
  /** The HTTP request that submits it. */
  requestId: string | null;
}

/** A task as its message needs it. */
export interface DueTask extends Pick<Task, 'id' | 'type' | 'payload' | 'priority' | 'maxAttempts' | 'createdAt'> {
  timeoutMs: number;
  requestId: string | null;
}

export interface TaskQuery {
  /** 1–100. */
  limit: number;
  state?: TaskState;
  type?: string;
  /** Only tasks before this id, i.e. older. */
  before?: string;
}

export interface TaskPage {
  items: Task[];
  /** Whether older tasks match, too. */
  hasMore: boolean;
}

export interface ClaimRequest {
  taskId: string;
  /** Name of the claiming worker. */
  worker: string;
  /** The broker marked the delivery as redelivered: a claim from `running` is allowed, the former attempt is lost. */
  redelivered: boolean;
  /** A former claim for this very delivery was not answered: the attempt that it may have started is claimed. */
  repeated?: boolean;
}

export type Claim =
  | {
      kind: 'claimed';
      /** Number of this attempt, from 1: the fencing token. */
      attempt: number;
      maxAttempts: number;
      /** Attempts that count against `maxAttempts` so far. */
      failures: number;
      /** Milliseconds since the task was last put on its queue. */
      queuedMs: number;
    }
  /**
   * `unknown`: no such task. `not_startable`: its state allows no start (finished, or due later). `running`: a live attempt
   * has it. `exhausted`: the former attempt was lost and was the last; the task is `failed` now.
   */
  | { kind: 'refused'; reason: 'unknown' | 'not_startable' | 'running' | 'exhausted' };

/** What an attempt came to. */
export type Outcome =
  | { kind: 'succeeded'; result: unknown }
  /** Another attempt in `delayMs`. */
  | { kind: 'retry'; error: TaskError; delayMs: number }
  | { kind: 'failed'; error: TaskError }
  | { kind: 'cancelled' }
  /** Stopped through no fault of the task: back to `queued`, not counted. */
  | { kind: 'interrupted'; error: TaskError };

export interface Settlement {
  taskId: string;
  /** Fencing token of the claim. */
  attempt: number;
  outcome: Outcome;
}

export type Cancellation =
  | { kind: 'cancelled'; task: Task }
  | { kind: 'refused'; state: TaskState }
  | { kind: 'unknown' };

export interface Dispatched {
  /** Messages confirmed. */
  published: number;
  /** Tasks that were due but not published. */
  unpublished: number;
  /** Milliseconds until the next task becomes due, by the database's clock; `null` when none waits. */
  nextDueInMs: number | null;
}

export interface WorkerRegistry {
  /** Registers the worker or renews its heartbeat; forgets workers that have been silent for an hour. */
  beat(worker: WorkerBeat): Promise<void>;
  /** Takes a worker off the list: it stopped in an orderly way. */
  removeWorker(name: string): Promise<void>;
  listWorkers(): Promise<WorkerRecord[]>;
}

export interface WorkerBeat {
  /** Unique, e.g. `host-4242-9f3a`. */
  name: string;
  queue: string;
  concurrency: number;
  /** Attempts under way. */
  running: number;
}

export interface WorkerRecord extends WorkerBeat {
  /** RFC 3339, UTC. */
  startedAt: string;
  heartbeatAt: string;
  /** Whether the last heartbeat is at most 15 seconds old, three beats. */
  isAlive: boolean;
}
