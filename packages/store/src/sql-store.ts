import { createKey, deleteKey, listKeys } from './api-keys.ts';
import type { BatchedStatement, BatchObserver } from './batched-statement.ts';
import { Batcher } from './batcher.ts';
import {
  disableCallbackUrl,
  forgetDisabledUrls,
  getCallback,
  isCallbackUrlDisabled,
  redeliverCallback,
} from './callbacks.ts';
import { cancelTask } from './cancel-task.ts';
import { claimTasks } from './claim-tasks.ts';
import { countByState } from './count-by-state.ts';
import { countRunning } from './count-running.ts';
import { deleteFinished, deleteOutlived } from './delete-finished.ts';
import { detachAttempt } from './detach-attempt.ts';
import { dispatchDue } from './dispatch-due.ts';
import type { SqlExecutor } from './executor.ts';
import { expireTasks } from './expire-tasks.ts';
import {
  addFile,
  addOutput,
  completeFile,
  forgetFiles,
  getFile,
  listFiles,
  listRemovedFiles,
  removeFile,
  retireFiles,
  useFiles,
} from './files.ts';
import { getSummaries } from './get-summaries.ts';
import { getTask } from './get-task.ts';
import { getTasks } from './get-tasks.ts';
import { insertTasks, prepareInsertion, type TaskInsertion } from './insert-tasks.ts';
import {
  forgetIdempotencyKeys,
  insertTasksOnce,
  type KeyedInsertion,
  prepareKeyedInsertion,
  recallTasks,
} from './insert-tasks-once.ts';
import { listTasks } from './list-tasks.ts';
import { makeDue } from './make-due.ts';
import { measureBacklog } from './measure-backlog.ts';
import { measureQueues } from './measure-queues.ts';
import { migrate } from './migrate.ts';
import type { ClaimRequest, Store } from './port.ts';
import { listPauses, pauseQueue, resumeQueue } from './queue-pauses.ts';
import { createReconciler } from './reconcile-queued.ts';
import { recoverAll } from './recover-all.ts';
import { reportProgress } from './report-progress.ts';
import { rescueOrphans } from './rescue-orphans.ts';
import { redriveFailed, restartTask } from './restart-tasks.ts';
import { type PreparedSettlement, prepareSettlement, settleAttempts } from './settle-attempts.ts';
import { startQueued } from './start-queued.ts';
import { appendLogs, listLogs } from './task-logs.ts';
import { beat, listWorkers, removeWorker } from './workers.ts';

/** Rows per statement: beyond this, a statement's latency grows faster than its throughput. */
const MAX_BATCH_SIZE = 256;

/** New rows per statement: those of a whole `POST /tasks/batch`. */
const MAX_INSERTION_SIZE = 1000;

/** Milliseconds for what looks through as many tasks as there are of a state: a million that changed lately take seconds. */
const LONG_DEADLINE_MS = 20_000;

/** Milliseconds for counting what waits, while somebody waits for the answer. */
const COUNTING_DEADLINE_MS = 5_000;

/** The store on any database that speaks Postgres's SQL. */
export function createSqlStore(sql: SqlExecutor, onBatch?: BatchObserver): Store {
  const maxSize = MAX_BATCH_SIZE;
  const shared = (statement: BatchedStatement, size = maxSize) => ({
    maxSize: size,
    onBatch: onBatch && ((batchSize: number) => onBatch(statement, batchSize)),
  });
  const keyOf = ({ taskId }: { taskId: string }) => taskId.toLowerCase();
  const insertions = new Batcher({
    ...shared('insert', MAX_INSERTION_SIZE),
    run: (items: TaskInsertion[]) => insertTasks(sql, items),
  });
  const keyedInsertions = new Batcher({
    ...shared('insert_once', MAX_INSERTION_SIZE),
    run: (items: KeyedInsertion[]) => insertTasksOnce(sql, items),
  });
  const recollections = new Batcher({
    maxSize: MAX_INSERTION_SIZE,
    run: async (items: KeyedInsertion[]) => {
      // A key that came before is known, also when it came in the same turn.
      await keyedInsertions.settled();
      return recallTasks(sql, items);
    },
  });
  const starts = new Batcher({ ...shared('start'), keyOf, run: (items: ClaimRequest[]) => startQueued(sql, items) });
  const claims = new Batcher({ ...shared('claim'), keyOf, run: (items: ClaimRequest[]) => claimTasks(sql, items) });
  const settlements = new Batcher({
    ...shared('settle'),
    keyOf: ({ id }) => id,
    run: (items: PreparedSettlement[]) => settleAttempts(sql, items),
  });
  const looks = new Batcher({ maxSize, run: (ids: string[]) => getTasks(sql, ids) });
  const logLooks = new Batcher({ maxSize, run: (ids: string[]) => listLogs(sql, ids) });

  return {
    migrate: () => migrate(sql),
    ping: async () => {
      await sql.query('select 1');
    },
    close: async () => {
      await Promise.all(
        [insertions, keyedInsertions, recollections, starts, claims, settlements, looks, logLooks].map((batcher) =>
          batcher.idle(),
        ),
      );
      await sql.close();
    },

    insert: async (task) => insertions.add(prepareInsertion(task)),
    insertOnce: async (task, key) => keyedInsertions.add(prepareKeyedInsertion(task, key)),
    recall: async (task, key) => recollections.add(prepareKeyedInsertion(task, key)),
    get: (id, client) => getTask(sql, id, client),
    getTogether: (id) => looks.add(id),
    getSummaries: (ids) => getSummaries(sql, ids),
    list: (query) => listTasks(sql, query),
    countByState: (limit, client) => countByState(sql, limit, client),
    claim: async (request) => (await starts.add(request)) ?? claims.add(request),
    settle: async (settlement) => settlements.add(prepareSettlement(settlement)),
    reportProgress: (report) => reportProgress(sql, report),
    appendLogs: (addition) => appendLogs(sql, addition),
    listLogs: async (taskId) => (await listLogs(sql, [taskId]))[0] ?? [],
    listLogsTogether: (taskId) => logLooks.add(taskId),
    detach: (attempt) => detachAttempt(sql, attempt),
    cancel: (id, client) => cancelTask(sql, id, client),
    restart: (id, client) => restartTask(sql, id, client),
    redriveFailed: (redrive) => sql.longTransaction((session) => redriveFailed(session, redrive), LONG_DEADLINE_MS),
    makeDue: (ids) => makeDue(sql, ids),
    dispatchDue: (limit, publish, exceptQueues) => dispatchDue(sql, limit, publish, exceptQueues),
    recoverAll: () => recoverAll(sql),
    countRunning: (queue) => countRunning(sql, queue),
    measureBacklog: (limit) => sql.longTransaction((session) => measureBacklog(session, limit), LONG_DEADLINE_MS),
    measureQueues: () => sql.longTransaction(measureQueues, COUNTING_DEADLINE_MS),

    lead: () => sql.lead(),
    reconcile: createReconciler(sql),
    rescue: (rescue) => rescueOrphans(sql, rescue),
    expire: (limit) => expireTasks(sql, limit),
    deleteFinished: (options) => deleteFinished(sql, options),
    deleteOutlived: (limit) => deleteOutlived(sql, limit),
    forgetIdempotencyKeys: (limit) => forgetIdempotencyKeys(sql, limit),

    getCallback: (taskId, client) => getCallback(sql, taskId, client),
    redeliverCallback: (taskId, client) => redeliverCallback(sql, taskId, client),
    disableCallbackUrl: (url) => disableCallbackUrl(sql, url),
    isCallbackUrlDisabled: (url) => isCallbackUrlDisabled(sql, url),
    forgetDisabledUrls: (limit) => forgetDisabledUrls(sql, limit),

    addFile: (file) => addFile(sql, file),
    addOutput: (attempt, name) => addOutput(sql, attempt, name),
    completeFile: (id, completion) => completeFile(sql, id, completion),
    getFile: (id, client) => getFile(sql, id, client),
    listFiles: (query) => listFiles(sql, query),
    useFiles: (ids, client) => useFiles(sql, ids, client),
    removeFile: (id, client) => removeFile(sql, id, client),
    retireFiles: (options) => retireFiles(sql, options),
    listRemovedFiles: (limit) => listRemovedFiles(sql, limit),
    forgetFiles: (ids) => forgetFiles(sql, ids),

    beat: (worker) => beat(sql, worker),
    removeWorker: (name) => removeWorker(sql, name),
    listWorkers: () => listWorkers(sql),

    pauseQueue: (pause) => pauseQueue(sql, pause),
    resumeQueue: (queue) => resumeQueue(sql, queue),
    listPauses: () => listPauses(sql),

    createKey: (key, limit) => createKey(sql, key, limit),
    listKeys: (usedIds) => listKeys(sql, usedIds),
    deleteKey: (id) => deleteKey(sql, id),
  };
}
