import type { Static } from 'typebox';
import { deliverCallback } from './deliver-callback.ts';
import { httpRequest } from './http-request.ts';
import { imageResize } from './image-resize.ts';
import { pdfRender } from './pdf-render.ts';
import { pdfText } from './pdf-text.ts';
import { primes } from './primes.ts';
import { sleep } from './sleep.ts';

/** Every kind of work that clients may ask for. One line per task type; each has a handler of the same name in the worker. */
export const taskTypes = [sleep, primes, imageResize, pdfText, pdfRender, httpRequest] as const;

type Known = (typeof taskTypes)[number] | typeof deliverCallback;

/** Of what clients may ask for. */
export type TaskTypeName = (typeof taskTypes)[number]['name'];
export type PayloadOf<Name extends Known['name']> = Static<Extract<Known, { name: Name }>['payload']>;
export type ResultOf<Name extends Known['name']> = Static<Extract<Known, { name: Name }>['result']>;

export { CALLBACK_RETRY_DELAYS_MS } from './deliver-callback.ts';
export { MAX_ANSWER_BYTES } from './http-request.ts';
export { IMAGE_FORMATS } from './image-resize.ts';
export type { PageRange } from './pdf-document.ts';
export { MAX_RENDERED_PAGES } from './pdf-render.ts';
export { MAX_PDF_TEXT_BYTES } from './pdf-text.ts';
export { deliverCallback, httpRequest, imageResize, pdfRender, pdfText, primes, sleep };
