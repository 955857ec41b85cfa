import { randomUUID } from 'node:crypto';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { taskQueues } from '@offload/contract';
import { exposeBroker, Metrics, TaskMetrics } from '@offload/metrics';
import { Destinations } from '@offload/outbound';
import type { Logger } from '@offload/process';
import type { Tracing } from '@offload/tracing';
import { type FastifyBaseLogger, fastify, LogController } from 'fastify';
import { answerHeaders } from './answer-headers.ts';
import type { ApiDependencies, ApiInstance } from './api-instance.ts';
import { BacklogGauge } from './backlog-gauge.ts';
import { CallbackIntake } from './callback-intake.ts';
import { CallbackResource } from './callback-resource.ts';
import { FileIntake } from './file-intake.ts';
import { FileResource } from './file-resource.ts';
import { audit } from './plugins/audit.ts';
import { authentication } from './plugins/authentication.ts';
import { crossOrigin } from './plugins/cross-origin.ts';
import { following } from './plugins/following.ts';
import { httpMetrics } from './plugins/http-metrics.ts';
import { jsonBodies } from './plugins/json-bodies.ts';
import { collectMethods, refuseOtherMethods } from './plugins/method-not-allowed.ts';
import { openapi } from './plugins/openapi.ts';
import { orderlyClose } from './plugins/orderly-close.ts';
import { answerUnparsable, problemDetails, sendProblem } from './plugins/problem-details.ts';
import { traced } from './plugins/tracing.ts';
import { QueueGauge } from './queue-gauge.ts';
import { exposeQueues } from './queue-metrics.ts';
import { cancelTaskRoute } from './routes/cancel-task.ts';
import { checkHealthRoute } from './routes/check-health.ts';
import { countTasksRoute } from './routes/count-tasks.ts';
import { createFileRoute } from './routes/create-file.ts';
import { createKeyRoute } from './routes/create-key.ts';
import { createTaskRoute } from './routes/create-task.ts';
import { createTasksRoute } from './routes/create-tasks.ts';
import { deleteFileRoute } from './routes/delete-file.ts';
import { explainProblemRoute } from './routes/explain-problem.ts';
import { getCallbackRoute } from './routes/get-callback.ts';
import { getFileRoute } from './routes/get-file.ts';
import { getMetricsRoute } from './routes/get-metrics.ts';
import { getStatsRoute } from './routes/get-stats.ts';
import { getTaskRoute } from './routes/get-task.ts';
import { getTaskResultRoute } from './routes/get-task-result.ts';
import { listDeadLettersRoute } from './routes/list-dead-letters.ts';
import { listFilesRoute } from './routes/list-files.ts';
import { listKeysRoute } from './routes/list-keys.ts';
import { listQueuesRoute } from './routes/list-queues.ts';
import { listTaskLogsRoute } from './routes/list-task-logs.ts';
import { listTaskTypesRoute } from './routes/list-task-types.ts';
import { listTasksRoute } from './routes/list-tasks.ts';
import { listWorkersRoute } from './routes/list-workers.ts';
import { pauseQueueRoute } from './routes/pause-queue.ts';
import { redeliverCallbackRoute } from './routes/redeliver-callback.ts';
import { redriveDeadLettersRoute } from './routes/redrive-dead-letters.ts';
import { resumeQueueRoute } from './routes/resume-queue.ts';
import { retryTaskRoute } from './routes/retry-task.ts';
import { revokeKeyRoute } from './routes/revoke-key.ts';
import { streamEventsRoute } from './routes/stream-events.ts';
import { streamTaskEventsRoute } from './routes/stream-task-events.ts';
import { TaskFormIntake } from './task-form-intake.ts';
import { TaskIntake } from './task-intake.ts';
import { TaskResource, TaskSummary } from './task-resource.ts';
import { validatorCompiler } from './validator-compiler.ts';

export interface ApiOptions extends Omit<ApiDependencies, 'retentionMs'> {
  /** Milliseconds that finished tasks are kept. @default for ever */
  retentionMs?: number;
  /** Keys that open the API; none: everybody may use it. */
  apiKeys: readonly string[];
  /** Bytes that a request body may have. */
  bodyLimit: number;
  /** Tasks that may wait for a worker before new ones are refused. @default 0, no limit */
  maxQueued?: number;
  /** Requests a minute that a client may send. @default 0, any number */
  rateLimitPerMinute?: number;
  /** Event streams that a client may have open. @default 0, any number */
  maxStreamsPerClient?: number;
  /** Origins of pages whose scripts may use the API. @default none but our own */
  corsOrigins?: readonly string[];
  /** Addresses and networks of proxies, to believe what they say of a client's address. @default none */
  trustedProxies?: readonly string[];
  /** Where callbacks may go. @default public addresses */
  callbackDestinations?: Destinations;
  /** Bytes that a file may have. @default 100 MiB */
  fileLimit?: number;
  /** What this process measures. @default of the API alone */
  metrics?: Metrics;
  /** @default no request is traced */
  tracing?: Tracing | undefined;
  logger: Logger;
}

/** Milliseconds that a client may take to send its request, which may have a file. */
const REQUEST_TIMEOUT_MS = 600_000;

/** The same for its headers. */
const HEADERS_TIMEOUT_MS = 30_000;

const DEFAULT_FILE_LIMIT = 100 * 1024 * 1024;

/** Bytes of a request line with its headers. */
const MAX_HEADER_SIZE = 16_384;

/** The HTTP API, ready to listen or to be injected into. Closing it leaves store and broker open. */
export async function buildApi(options: ApiOptions): Promise<ApiInstance> {
  const { apiKeys, bodyLimit, maxQueued = 0, metrics = new Metrics(), logger, ...others } = options;
  const {
    tracing,
    rateLimitPerMinute = 0,
    maxStreamsPerClient = 0,
    corsOrigins = [],
    trustedProxies = [],
    callbackDestinations = new Destinations(),
    fileLimit = DEFAULT_FILE_LIMIT,
    retentionMs = Number.POSITIVE_INFINITY,
    ...parts
  } = others;
  const dependencies: ApiDependencies = { ...parts, retentionMs };
  const app = fastify({
    loggerInstance: logger as FastifyBaseLogger,
    // One line per request that went wrong, not two per request; see sendProblem.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    bodyLimit,
    trustProxy: trustedProxies.length > 0 && [...trustedProxies],
    http: { maxHeaderSize: MAX_HEADER_SIZE, headersTimeout: HEADERS_TIMEOUT_MS },
    requestTimeout: REQUEST_TIMEOUT_MS,
    genReqId: requestId,
    frameworkErrors: sendProblem,
    return503OnClosing: false,
    clientErrorHandler: answerUnparsable,
    routerOptions: { ignoreTrailingSlash: true },
    // Fastify's own compilers would take a fifth of the start, and serialize no faster.
    schemaController: {
      compilersFactory: {
        // The type admits ajv's validators only.
        buildValidator: (() => validatorCompiler) as never,
        buildSerializer: () => () => JSON.stringify,
      },
    },
  }).withTypeProvider<TypeBoxTypeProvider>();
  app.decorate('dependencies', dependencies);
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(answerHeaders(request));
    done();
  });

  await app.register(following, { maxStreamsPerClient });
  const { store, broker, catalogue } = dependencies;
  const queueGauge = new QueueGauge({ store, queues: taskQueues(broker.topology) });
  exposeQueues(metrics, queueGauge, broker);
  exposeBroker(metrics, broker);
  const taskMetrics = new TaskMetrics(metrics, catalogue.names);

  if (tracing) await app.register(traced, { tracing });
  await app.register(orderlyClose);
  await app.register(httpMetrics, { metrics });
  await app.register(problemDetails);
  await app.register(jsonBodies);
  await app.register(crossOrigin, { corsOrigins });
  await app.register(audit);
  await app.register(authentication, { apiKeys, rateLimitPerMinute });
  await app.register(openapi);
  app.addSchema(TaskResource);
  app.addSchema(TaskSummary);
  app.addSchema(CallbackResource);
  app.addSchema(FileResource);

  const backlog = maxQueued === 0 ? undefined : new BacklogGauge({ store, limit: maxQueued, logger });
  app.addHook('onReady', async () => backlog?.start());
  app.addHook('onClose', async () => backlog?.stop());

  const methods = collectMethods(app);
  const callbacks = new CallbackIntake(broker.topology, callbackDestinations);
  const intake = new TaskIntake(dependencies, callbacks, backlog, taskMetrics);
  const files = new FileIntake(dependencies, fileLimit);
  const forms = new TaskFormIntake(dependencies, { tasks: intake, files, maxTaskBytes: bodyLimit });
  await app.register(async (scope: ApiInstance) => createTaskRoute(scope, intake, forms));
  await app.register((scope: ApiInstance) => createTasksRoute(scope, intake));
  listTasksRoute(app);
  countTasksRoute(app);
  getTaskRoute(app);
  getTaskResultRoute(app);
  streamTaskEventsRoute(app);
  listTaskLogsRoute(app);
  getCallbackRoute(app);
  redeliverCallbackRoute(app);
  streamEventsRoute(app);
  cancelTaskRoute(app);
  retryTaskRoute(app);
  await app.register(async (scope: ApiInstance) => createFileRoute(scope, files));
  listFilesRoute(app);
  getFileRoute(app);
  deleteFileRoute(app);
  listDeadLettersRoute(app);
  redriveDeadLettersRoute(app);
  listTaskTypesRoute(app);
  listQueuesRoute(app);
  pauseQueueRoute(app);
  resumeQueueRoute(app);
  listWorkersRoute(app);
  getStatsRoute(app, queueGauge);
  getMetricsRoute(app, metrics);
  createKeyRoute(app);
  listKeysRoute(app);
  revokeKeyRoute(app);
  checkHealthRoute(app);
  explainProblemRoute(app);
  app.get('/', { schema: { hide: true }, config: { public: true } }, (_request, reply) => reply.redirect('/docs'));
  refuseOtherMethods(app, methods);

  await app.ready();
  return app;
}

/** The client's own id where it is harmless: it goes into a log, a header and an AMQP property of 255 bytes. */
function requestId({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
