/** Tells a person at a terminal what the worker does. */
export interface Narrator {
  waiting(): void;
  received(type: string, payload: unknown): void;
  done(): void;
}

/** The very lines of the work queues tutorial. */
export function createTutorialNarrator(write: (line: string) => void): Narrator {
  return {
    waiting: () => write(' [*] Waiting for messages. To exit press CTRL+C'),
    received: (type, payload) => write(` [x] Received ${summary(type, payload)}`),
    done: () => write(' [x] Done'),
  };
}

/** A `sleep` task's message as the tutorial prints it; of any other task its type. */
function summary(type: string, payload: unknown): string {
  return type === 'sleep' ? String((payload as { message?: unknown } | null)?.message) : type;
}
