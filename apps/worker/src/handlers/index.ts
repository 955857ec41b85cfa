import type { TaskHandlers } from '../handler.ts';
import { sleep } from './sleep.ts';

/** Every handler, by the name of its task type; the compiler insists that none is missing. */
export const handlers: TaskHandlers = { sleep };
