import { invalidBody } from './submission.ts';

/** For a route whose request says everything in its path: what a client puts into the body would be left undone. */
export async function refuseBody({ body }: { body: unknown }): Promise<void> {
  if (body === undefined || body === null || JSON.stringify(body) === '{}') return;
  throw invalidBody([{ pointer: '', message: 'must be empty' }]);
}
