import type { Handler, HandlerContext } from '@offload/handler';

type Context = HandlerContext<{ script: string }>;

const scripts: Record<string, (context: Context) => unknown> = {
  echo: ({ payload, taskId, attempt, failures }) => ({ payload, taskId, attempt, failures }),
  spin() {
    while (true);
  },
  'spin after a word'({ progress }) {
    progress(10, 'started');
    while (true);
  },
  exit() {
    process.exit(3);
  },
};

/** Does what its payload says. */
export const handler: Handler<{ script: string }, unknown> = async (context) =>
  scripts[context.payload.script]?.(context);
