export { workerSettings } from './config.ts';
export * from './errors.ts';
export type { Handler, HandlerContext, HandlerMap } from './handler.ts';
export { handlers } from './handlers/index.ts';
export { createTutorialNarrator, type Narrator } from './narrator.ts';
export { runWorker } from './run-worker.ts';
export { type ServedQueue, servedQueues } from './served-queues.ts';
export { startWorker, type Worker, type WorkerOptions } from './worker.ts';
