import type { TaskType } from '@offload/contract';
import type { HandlerMap } from '@offload/handler';
import type { HandlerDependencies } from './handlers/index.ts';

/** What a worker knows how to do. */
export interface Trade {
  taskTypes: readonly TaskType[];
  /** One handler for every task type, and one that delivers callbacks. */
  createHandlers(dependencies: HandlerDependencies): HandlerMap;
}
