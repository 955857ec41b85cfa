import type { TaskHandlers } from '../handler.ts';
import { inThread } from '../threads/in-thread.ts';
import { imageResize } from './image-resize.ts';
import { pdfRender } from './pdf-render.ts';
import { pdfText } from './pdf-text.ts';
import { sleep } from './sleep.ts';

/** Every handler, by the name of its task type; the compiler insists that none is missing. */
export const handlers: TaskHandlers = {
  sleep,
  'image.resize': imageResize,
  'pdf.text': pdfText,
  'pdf.render': pdfRender,
  primes: inThread<typeof import('./primes.ts')>(new URL('./primes.js', import.meta.url)),
};
