import type { TaskHandlers } from '../handler.ts';
import { inThread } from '../threads/in-thread.ts';
import { imageResize } from './image-resize.ts';
import { sleep } from './sleep.ts';

/** Every handler, by the name of its task type; the compiler insists that none is missing. */
export const handlers: TaskHandlers = {
  sleep,
  'image.resize': imageResize,
  primes: inThread<typeof import('./primes.ts')>(new URL('./primes.js', import.meta.url)),
};
