import type { ApiScope, Backoff, LogLine, Progress, Task, TaskError, TaskState, TraceContext } from '@offload/contract';

/**
 * What Offload remembers. Both executors (a Postgres server, PGlite in this process) pass the same conformance suite.
 *
 * Every call has a deadline and throws `StoreUnavailableError` when the database cannot be reached or does not answer;
 * nothing is known then about whether a write took place. Times are the database's clock.
 */
export interface Store
  extends TaskStore,
    TaskUpkeep,
    CallbackStore,
    FileRegistry,
    WorkerRegistry,
    QueueControl,
    KeyRegistry {
  /** Brings the schema up to date. Safe when several processes start at once: one migrates, the others wait for it. */
  migrate(): Promise<void>;
  /** Throws `StoreUnavailableError` unless the database answers. */
  ping(): Promise<void>;
  /** Waits for what is under way and closes every connection. Idempotent. */
  close(): Promise<void>;
}

export interface TaskStore {
  /** Stores a new task as `queued`, or as `scheduled` if its time has not come. Concurrent calls share one statement (group commit); a lone call waits for nobody. */
  insert(task: NewTask): Promise<Task>;

  /**
   * The same for a client that may ask again: with a key that it has used within `IDEMPOTENCY_HOURS`, nothing is stored.
   * Task and key are stored together or not at all; a call that comes while an equal one is under way waits for it.
   */
  insertOnce(task: NewTask, key: IdempotencyKey): Promise<InsertionOnce>;

  /**
   * What `insertOnce` says to a key that was used before, also by a call that is under way; `null` for one that was not.
   * Concurrent calls share one statement.
   */
  recall(task: NewTask, key: IdempotencyKey): Promise<Recollection | null>;

  /** @param client whose task it has to be; @default anybody's */
  get(id: string, client?: string): Promise<Task | null>;

  /** The same for many that look at once: concurrent calls share one statement. */
  getTogether(id: string): Promise<Task | null>;

  /** Those that exist, in any order, without payloads and results (`null` in their place). */
  getSummaries(ids: readonly string[]): Promise<SubmittedTask[]>;

  /** Newest first, without payloads and results (`null` in their place). */
  list(query: TaskQuery): Promise<TaskPage>;

  /**
   * How many tasks are in each state; counting stops at `limit` for each, or at the `limit` newest tasks of a client.
   * @param client whose tasks; @default everybody's
   */
  countByState(limit: number, client?: string): Promise<StateCounts>;

  /** Starts an attempt, or says why not. Concurrent calls share one statement. */
  claim(request: ClaimRequest): Promise<Claim>;

  /** Stores an attempt's outcome where the attempt is still the current one. Concurrent calls share one statement. */
  settle(settlement: Settlement): Promise<'stored' | 'superseded'>;

  /** Stores progress where the attempt is still the current one; otherwise does nothing. */
  reportProgress(report: { taskId: string; attempt: number; progress: Progress }): Promise<void>;

  /**
   * Adds lines to a task's log where the attempt is still the current one; otherwise does nothing. The newest `MAX_LOG_LINES`
   * and `MAX_LOG_BYTES` of a task are kept; one addition must not be more than that.
   */
  appendLogs(addition: LogAddition): Promise<void>;

  /** Oldest first; none for a task that does not exist, or has logged nothing. */
  listLogs(taskId: string): Promise<LogLine[]>;

  /** The same for many that look at once: concurrent calls share one statement. */
  listLogsTogether(taskId: string): Promise<LogLine[]>;

  /**
   * The attempt's worker has lost its message and goes on all the same: the message's redelivery does not take the attempt
   * away from it any more.
   */
  detach(attempt: HeldAttempt): Promise<'detached' | 'superseded'>;

  /**
   * Cancels a task at once; a running one is marked, for its worker to end it.
   * @param client whose task it has to be; @default anybody's
   */
  cancel(id: string, client?: string): Promise<Cancellation>;

  /**
   * Makes a finished task due again, under its own id: its attempts stay on record and count no more, its expiry is dropped.
   * @param client whose task it has to be; @default anybody's
   */
  restart(id: string, client?: string): Promise<Restart>;

  /** The same for failed tasks that match, the oldest of them if there are more than `limit`; the longest failed is due first. */
  redriveFailed(redrive: Redrive): Promise<Redriven>;

  /** Their messages were not confirmed: `queued` tasks among them become `scheduled`, due now. */
  makeDue(ids: readonly string[]): Promise<void>;

  /**
   * Sends due `scheduled` and `retrying` tasks on their way, the longest due first: locks up to `limit` rows that no other
   * replica holds, gives them to `publish`, and turns those it returns the ids of to `queued`. The rows stay locked until
   * then, so that a crash in between sends a message twice, never not at all.
   * @param exceptQueues whose tasks stay due. @default none
   */
  dispatchDue(
    limit: number,
    publish: (due: DueTask[]) => Promise<string[]>,
    exceptQueues?: readonly string[],
  ): Promise<Dispatched>;

  /**
   * For a process that is alone with its store and whose queue died with its predecessor: every `queued` task becomes
   * due now, and so does every `running` one, its attempt marked `worker_lost`, or `failed` if that was its last.
   * @returns how many became due
   */
  recoverAll(): Promise<number>;

  /** How many tasks of a queue are running. */
  countRunning(queue: string): Promise<number>;

  /** How much waits for a worker; counting stops at `limit` queued and `limit` due tasks. */
  measureBacklog(limit: number): Promise<Backlog>;

  /** What waits, runs and serves, by queue; every queue that a task or a worker names. */
  measureQueues(): Promise<QueueMeasurement[]>;
}

/** What is done in the background, by one process at a time; harmless if two do it at once. */
export interface TaskUpkeep {
  /**
   * Takes the lead among the processes that share this store, or says that another one has it. It is lost with the
   * connection, and no later than ten seconds after its holder was frozen or cut off.
   */
  lead(): Promise<Lead | null>;

  /**
   * Queued tasks whose message must be gone become due: the queue has come further, by a margin, and never handed it out.
   * Does nothing while no worker of the queue lives.
   * @returns how many became due
   */
  reconcile(reconciliation: Reconciliation): Promise<number>;

  /**
   * Running tasks whose worker has been silent for so long become due, their attempts marked `worker_lost`, or end if that
   * was the last. @returns their ids
   */
  rescue(rescue: Rescue): Promise<string[]>;

  /** Waiting tasks past their `expiresAt` become `expired`. @returns their ids */
  expire(limit: number): Promise<string[]>;

  /** Deletes tasks that finished long ago, the oldest first. @returns how many there were */
  deleteFinished(options: { olderThanMs: number; limit: number }): Promise<number>;

  /** Deletes tasks that have been kept for the `resultTtlMs` of their own. @returns how many there were */
  deleteOutlived(limit: number): Promise<number>;

  /** Deletes idempotency keys older than `IDEMPOTENCY_HOURS`, the oldest first. @returns how many there were */
  forgetIdempotencyKeys(limit: number): Promise<number>;
}

/** A task's callback is a task of its own, which is stored in the same statement in which the first one finishes. */
export interface CallbackStore {
  /** @param client whose task it has to be; @default anybody's */
  getCallback(taskId: string, client?: string): Promise<CallbackRecord | null>;

  /**
   * A delivery that has ended, or waits for its next attempt, is due now and may fail as often as a new one; its URL counts as
   * in use again. Does nothing while the task has not finished.
   * @returns the callback as it is then
   */
  redeliverCallback(taskId: string, client?: string): Promise<CallbackRecord | null>;

  /** Whoever answers at the URL wants no more callbacks. */
  disableCallbackUrl(url: string): Promise<void>;
  isCallbackUrlDisabled(url: string): Promise<boolean>;
  /** Deletes URLs that have been disabled for `DISABLED_DAYS`, the oldest first. @returns how many there were */
  forgetDisabledUrls(limit: number): Promise<number>;
}

export interface CallbackRecord {
  url: string;
  /** RFC 3339, UTC; `null` while the URL is in use. */
  urlDisabledAt: string | null;
  /** The latest one; `null` while the task has not finished. */
  delivery: Task | null;
}

/** What there is in the storage of files, whose it is, and which tasks have it. */
export interface FileRegistry {
  /** Announces a file whose bytes are about to arrive. @returns its id */
  addFile(file: NewFile): Promise<string>;

  /** The same for what a handler makes: the file belongs to the client of its task. @returns null where the attempt is no longer the current one */
  addOutput(attempt: HeldAttempt, name: string | null): Promise<string | null>;

  /** Its bytes are there. @returns null where it was removed meanwhile */
  completeFile(id: string, completion: FileCompletion): Promise<FileRecord | null>;

  /** @param client whose file it has to be; @default anybody's */
  getFile(id: string, client?: string): Promise<FileRecord | null>;

  /** Newest first; those before an id, i.e. older, of a client. @default all */
  listFiles(query: { limit: number; before?: string | undefined; client?: string | undefined }): Promise<FileRecord[]>;

  /** Keeps them for a task that is about to be submitted. @returns the ids of those that there are */
  useFiles(ids: readonly string[], client?: string): Promise<string[]>;

  /** Nobody sees it any more, and its bytes are to be removed; unless a task that has not finished has it. */
  removeFile(id: string, client?: string): Promise<FileRemoval>;

  /** Removes files that no task has and none has asked for in that time, and uploads that never ended. @returns how many there were */
  retireFiles(options: { unusedForMs: number; limit: number }): Promise<number>;

  /** Removed files whose bytes may still be there, the longest removed first. */
  listRemovedFiles(limit: number): Promise<string[]>;

  /** Their bytes are gone. */
  forgetFiles(ids: readonly string[]): Promise<void>;
}

export interface NewFile {
  /** As its client calls it. */
  name: string | null;
  client: string | null;
}

export interface FileCompletion {
  mediaType: string;
  bytes: number;
  /** In hexadecimal. */
  sha256: string;
}

export interface FileRecord extends FileCompletion {
  id: string;
  name: string | null;
  /** RFC 3339, UTC. */
  createdAt: string;
}

export type FileRemoval = 'removed' | 'in_use' | 'unknown';

/** What a client names a request by, to be able to send it twice. */
export interface IdempotencyKey {
  /** Tells clients apart. */
  scope: string;
  key: string;
  /** The same for every request that asks for the same. */
  fingerprint: string;
}

export type Recollection =
  /** The task as it was when it was accepted, whatever has become of it since. */
  | { kind: 'replayed'; task: Task }
  /** The key was used for something else. */
  | { kind: 'conflict' };

export type InsertionOnce = { kind: 'inserted'; task: Task } | Recollection;

export interface Lead {
  /** Aborted when another process may have it. */
  readonly lost: AbortSignal;
  /** Gives it back. Idempotent; never rejects. */
  release(): Promise<void>;
}

export interface Reconciliation {
  queue: string;
  /** Asks the broker whether no message of the queue waits for a worker. */
  isDrained(): Promise<boolean>;
  /** Milliseconds by which messages may overtake each other on their way into the queue. */
  marginMs: number;
  limit: number;
}

export interface Rescue {
  /** Milliseconds of silence after which a worker counts as dead. */
  silentMs: number;
  /** The same for attempts whose message is gone already, so that the broker cannot send it to another worker. */
  silentDetachedMs: number;
  limit: number;
}

export interface Backlog {
  /** Tasks that could be started now if a worker were free. */
  size: number;
  /** Attempts that the registered workers have started since their own start. */
  started: number;
}

/** A queue as its tasks and workers show it. */
export interface QueueMeasurement {
  queue: string;
  /** Tasks whose message is on the queue. */
  queued: number;
  running: number;
  /** Tasks whose time has come and whose message is still to be sent. */
  due: number;
  /** Tasks whose time has not come. */
  scheduled: number;
  /** Milliseconds that the oldest of those that could be started has waited; `null` when none waits. */
  oldestMs: number | null;
  /** Workers that live. */
  workers: number;
  /** Tasks that they run at once. */
  slots: number;
  /** Attempts that the registered workers have started since their own start. */
  started: number;
}

/** A worker's claim to a task. */
export interface HeldAttempt {
  taskId: string;
  attempt: number;
}

export interface LogAddition extends HeldAttempt {
  lines: readonly Omit<LogLine, 'number' | 'attempt'>[];
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
  /** @default `DEFAULT_BACKOFF` */
  backoff?: Backoff;
  /** RFC 3339; not to be started before. @default now */
  runAt?: string;
  /** The same as milliseconds from now, by the database's clock; not both. */
  delayMs?: number;
  /** RFC 3339; not to be started after. @default never */
  expiresAt?: string;
  /** The same as milliseconds from the time at which it may start; not both. */
  ttlMs?: number;
  /** 0–9. @default 0 */
  priority?: number;
  tags?: readonly string[];
  metadata?: Task['metadata'];
  /** Milliseconds that it is kept once it has finished, at most; otherwise as long as others. */
  resultTtlMs?: number;
  /** Whose task it is. @default null, nobody's */
  client?: string | null;
  /** Kept for messages that are sent later. */
  traceContext?: TraceContext;
  /** @default nobody is told of its end */
  callback?: NewCallback;
  /** Ids of those that its payload names. @default none */
  files?: readonly string[];
}

/** The task that is made when another one finishes: what is told of that one becomes its payload. */
export interface NewCallback extends Pick<NewTask, 'type' | 'queue' | 'maxAttempts' | 'timeoutMs'> {
  url: string;
}

/** A task as its message needs it. */
export interface DueTask
  extends Pick<Task, 'id' | 'type' | 'queue' | 'payload' | 'priority' | 'maxAttempts' | 'createdAt' | 'queuedAt'> {
  timeoutMs: number;
  requestId: string | null;
  traceContext?: TraceContext | null;
}

export interface TaskQuery {
  /** 1–100. */
  limit: number;
  /** Only tasks in one of these states. At least one. */
  states?: readonly TaskState[];
  type?: string;
  queue?: string;
  /** Only tasks that have this tag. */
  tag?: string;
  /** RFC 3339, as the others; that time included. */
  createdFrom?: string;
  /** That time not included. */
  createdBefore?: string;
  finishedFrom?: string;
  finishedBefore?: string;
  /** Only tasks of this client. */
  client?: string;
  /** Only tasks before this id, i.e. older. */
  before?: string;
}

export type StateCounts = Record<TaskState, number>;

export interface SubmittedTask {
  task: Task;
  /** Whose it is; `null`: nobody's. */
  client: string | null;
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
  /** Names the delivered message: its `queuedAt`. @default null, for messages without one */
  ticket?: number | null;
  /** The worker runs no other suspect beside it. @default false */
  quarantined?: boolean;
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
      backoff: Backoff;
      /** Milliseconds since the task was last put on its queue. */
      queuedMs: number;
    }
  /**
   * `unknown`: no such task. `not_startable`: its state allows no start (finished, or due later). `running`: a live attempt
   * has it. The task has just ended: `exhausted`: the former attempt was lost and was the last; `cancelled`: that was asked
   * for while it ran; `expired`: it came too late. Nothing has changed: `suspect`: one more lost worker would be its last, so it
   * has to be claimed in quarantine.
   */
  | { kind: 'refused'; reason: RefusedClaim };

export type RefusedClaim = 'unknown' | 'not_startable' | 'running' | 'exhausted' | 'cancelled' | 'expired' | 'suspect';

/** What an attempt came to. */
export type Outcome =
  | { kind: 'succeeded'; result: unknown }
  /** Another attempt in `delayMs`. */
  | { kind: 'retry'; error: TaskError; delayMs: number }
  | { kind: 'failed'; error: TaskError }
  | { kind: 'cancelled' }
  /** Stopped through no fault of the task: back to `queued`, not counted. */
  | { kind: 'interrupted'; error: TaskError };

/** Where the task would go on, a cancel that was asked for meanwhile ends it instead. */
export interface Settlement extends HeldAttempt {
  outcome: Outcome;
}

export type Cancellation =
  | { kind: 'cancelled'; task: Task }
  /** It runs: its worker has to be told. */
  | { kind: 'requested'; task: Task }
  | { kind: 'refused'; state: TaskState }
  | { kind: 'unknown' };

export type Restart = { kind: 'restarted'; task: Task } | { kind: 'refused'; state: TaskState } | { kind: 'unknown' };

/** Which failed tasks to send again, and how. */
export interface Redrive {
  ids?: readonly string[];
  type?: string;
  /** `code` of the task's error. */
  errorCode?: string;
  /** RFC 3339. */
  finishedFrom?: string;
  /** RFC 3339. */
  finishedBefore?: string;
  limit: number;
  /** Tasks that become due per second. @default all at once */
  ratePerSecond?: number;
  /** Only counts. */
  isDryRun: boolean;
}

export interface Redriven {
  /** At most `limit`. */
  matched: number;
  redriven: number;
}

export interface Dispatched {
  /** Messages confirmed. */
  published: number;
  /** Tasks that were due but not published. */
  unpublished: number;
  /** Milliseconds until the next task becomes due, by the database's clock; `null` when none waits. */
  nextDueInMs: number | null;
}

export interface KeyRegistry {
  /** Stores a new key, unless there are `limit` of them: then nothing is stored, and `null` returned. */
  createKey(key: NewKey, limit: number): Promise<KeyRecord | null>;
  /**
   * Oldest first.
   * @param usedIds keys that were used lately, for `lastUsedAt`
   */
  listKeys(usedIds?: readonly string[]): Promise<KeyRecord[]>;
  /** @returns the key that was deleted, or `null` where there was none */
  deleteKey(id: string): Promise<KeyRecord | null>;
}

export interface NewKey {
  /** Its client: whoever has a key of this name. */
  name: string;
  scopes: readonly ApiScope[];
  /** Of the key itself, which is not kept. */
  hash: string;
  /** RFC 3339. @default never */
  expiresAt?: string;
}

export interface KeyRecord {
  id: string;
  name: string;
  scopes: ApiScope[];
  hash: string;
  /** RFC 3339, UTC. */
  createdAt: string;
  expiresAt: string | null;
  /** To within a minute or so. */
  lastUsedAt: string | null;
  isExpired: boolean;
}

/** By the database's clock, a pause ends by itself once its `until` has passed. */
export interface QueueControl {
  /** Workers are to take no tasks from the queue. Of one that is paused already, everything is replaced but when that began. */
  pauseQueue(pause: NewPause): Promise<QueuePause>;
  /** Ends the pause of a queue, if there is one. */
  resumeQueue(queue: string): Promise<void>;
  /** Those in force, by queue. */
  listPauses(): Promise<QueuePause[]>;
}

export interface NewPause {
  queue: string;
  /** Who pauses it. */
  by: string;
  reason: string;
  /** RFC 3339. @default until it is resumed */
  until?: string;
}

export interface QueuePause {
  queue: string;
  by: string;
  reason: string;
  /** RFC 3339, UTC. */
  since: string;
  until: string | null;
}

export interface WorkerRegistry {
  /** Registers the worker or renews its heartbeat; forgets workers that have been silent for an hour. */
  beat(worker: WorkerBeat): Promise<Beat>;
  /** Takes a worker off the list: it stopped in an orderly way. */
  removeWorker(name: string): Promise<void>;
  listWorkers(): Promise<WorkerRecord[]>;
}

interface WorkerDescription {
  /** Unique, e.g. `host-4242-9f3a`. */
  name: string;
  /** The first that it serves. */
  queue: string;
  /** Over all its queues. */
  concurrency: number;
}

/** How far a queue has come, by priority: the latest `queuedAt` of the messages that a worker was given for the first time. */
export type QueueFrontiers = Readonly<Record<number, number>>;

export interface WorkerBeat extends WorkerDescription {
  /** Attempts under way. */
  attempts: readonly HeldAttempt[];
  /** Of `queue`. */
  frontiers: QueueFrontiers;
  /** The other queues that it serves, by name. @default none */
  otherQueues?: Readonly<Record<string, QueueFrontiers>>;
  /** By queue. @default all to the first */
  shares?: Readonly<Record<string, QueueShare>>;
  /** Attempts since its start. */
  started: number;
}

/** What a worker has for one of its queues. */
export interface QueueShare {
  /** Tasks that it runs at once. */
  slots: number;
  /** Deliveries since its start. */
  taken: number;
}

/** What the store says to a worker's attempts. */
export interface Beat {
  /** Somebody asked to cancel them. */
  cancelled: HeldAttempt[];
  /** They are no longer the worker's. */
  lost: HeldAttempt[];
  /** Queues that no worker is to take tasks from, for now. */
  pausedQueues: string[];
}

export interface WorkerRecord extends WorkerDescription {
  /** All that it serves, `queue` first. */
  queues: string[];
  /** Attempts under way at the last heartbeat. */
  running: number;
  /** RFC 3339, UTC. */
  startedAt: string;
  heartbeatAt: string;
  /** Whether the last heartbeat is at most 15 seconds old, three beats. */
  isAlive: boolean;
}
