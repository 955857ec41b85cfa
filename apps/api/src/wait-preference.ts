import type { Task } from '@offload/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { ApiInstance } from './api-instance.ts';
import { parsePrefer, type WaitPreference } from './prefer.ts';
import { waitForTask } from './wait-for-task.ts';

/** Seconds that a client is kept waiting at most. */
export const MAX_WAIT_SECONDS = 60;

// Without an example: Swagger UI would fill it in, and so make every request wait.
export const PreferHeader = Type.String({
  description: `RFC 7240. \`wait=10\`: answer when the task has finished, or after ten seconds; at most ${MAX_WAIT_SECONDS}. \`respond-async\` alone: do not wait, which is what happens without this header, too. Anything else is ignored.`,
});

export const PREFERENCE_APPLIED_HEADER = {
  'Preference-Applied': {
    type: 'string',
    description: 'What of `Prefer` was followed, with the seconds that the wait was limited to.',
  },
};

/** What a request prefers about waiting; undefined, at no cost, where it says nothing. */
export function waitPreference({ headers: { prefer } }: FastifyRequest): WaitPreference | undefined {
  return prefer === undefined ? undefined : parsePrefer(String(prefer));
}

/**
 * Waits for the task as long as the client prefers, and says in the answer's headers what was followed.
 *
 * @returns the task as it is then, null when there is none, undefined when the client does not want to wait
 */
export async function waitAsPreferred(
  app: ApiInstance,
  id: string,
  { waitSeconds = 0, respondAsync }: WaitPreference,
  reply: FastifyReply,
): Promise<Task | null | undefined> {
  const seconds = Math.min(waitSeconds, MAX_WAIT_SECONDS);
  const applied = [...(respondAsync ? ['respond-async'] : []), ...(seconds > 0 ? [`wait=${seconds}`] : [])];
  if (applied.length > 0) reply.header('preference-applied', applied.join(', ')).header('vary', 'Prefer');
  if (seconds === 0) return undefined;
  const left = new AbortController();
  const leave = () => left.abort();
  reply.raw.once('close', leave);
  const { follower, closing, dependencies } = app;
  try {
    return await waitForTask({
      id,
      seconds,
      store: dependencies.store,
      follower,
      ended: AbortSignal.any([left.signal, closing]),
    });
  } finally {
    reply.raw.off('close', leave);
  }
}
