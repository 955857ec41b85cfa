import type { TaskType } from '@offload/contract';
import type { HandlerMap } from './handler.ts';

/** What a worker knows how to do. */
export interface Trade {
  taskTypes: readonly TaskType[];
  /** One for every task type. */
  handlers: HandlerMap;
}
