import type { CallbackStore } from '@offload/store';
import type { TaskHandlers } from '../handler.ts';
import type { OutboundSettings } from '../outbound-settings.ts';
import { inThread } from '../threads/in-thread.ts';
import { deliverCallback } from './deliver-callback.ts';
import { httpRequest } from './http-request.ts';
import { imageResize } from './image-resize.ts';
import { pdfRender } from './pdf-render.ts';
import { pdfText } from './pdf-text.ts';
import { sleep } from './sleep.ts';

/** What handlers work with, beside what each attempt is given. */
export interface HandlerDependencies {
  outbound: OutboundSettings;
  store: CallbackStore;
}

/** Every handler, by the name of its task type; the compiler insists that none is missing. */
export function createHandlers({ outbound, store }: HandlerDependencies): TaskHandlers {
  return {
    sleep,
    'http.request': httpRequest(outbound),
    'image.resize': imageResize,
    'pdf.text': pdfText,
    'pdf.render': pdfRender,
    primes: inThread<typeof import('./primes.ts')>(new URL('./primes.js', import.meta.url)),
    'deliver-callback': deliverCallback({ ...outbound, store }),
  };
}
