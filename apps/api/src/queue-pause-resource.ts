import type { QueuePause } from '@offload/store';
import { Type } from 'typebox';

export const ReasonSchema = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Why, for whoever wonders.',
  examples: ['The reports database is being moved'],
});

/** The pause of a queue; `null`: workers take its tasks. */
export const PauseSchema = Type.Union(
  [
    Type.Object({
      by: Type.String({ description: 'Who paused it: the name of an API key, if it has one.' }),
      reason: ReasonSchema,
      since: Type.String({ format: 'date-time' }),
      until: Type.Union([Type.String({ format: 'date-time' }), Type.Null()], {
        description: 'When it ends by itself; `null`: it does not.',
      }),
    }),
    Type.Null(),
  ],
  { description: 'Set while workers take no tasks from the queue.', examples: [null] },
);

const QueueName = Type.String({ examples: ['task_queue'] });

const PAUSE_EXAMPLE = {
  by: 'anonymous',
  reason: 'The reports database is being moved',
  since: '2026-01-01T00:00:00.000Z',
  until: null,
};

export const PausedQueue = Type.Object({ name: QueueName, paused: { ...PauseSchema, examples: [PAUSE_EXAMPLE] } });

export const ResumedQueue = Type.Object({ name: QueueName, paused: PauseSchema });

export function pauseOf(pause: QueuePause | undefined) {
  if (pause === undefined) return null;
  const { queue: _, ...resource } = pause;
  return resource;
}
