export { commandHandlers } from './commands/command-handlers.ts';
export { readEnvironment, workerSettings } from './config.ts';
export { createHandlers, type HandlerDependencies } from './handlers/index.ts';
export { createTutorialNarrator, type Narrator } from './narrator.ts';
export { outboundSettings } from './outbound-settings.ts';
export { runWorker } from './run-worker.ts';
export { type ServedQueue, servedQueues } from './served-queues.ts';
export type { Trade } from './trade.ts';
export { startWorker, type Worker, type WorkerOptions } from './worker.ts';
