import { type LOG_LEVELS, type LogLine, MAX_LOG_BYTES, MAX_LOG_LINES } from '@offload/contract';
import type { HandlerLogger } from '@offload/handler';

/** Milliseconds between two writes of one attempt's lines. */
const INTERVAL_MS = 500;
/** Characters of a message that are kept. */
const MAX_MESSAGE_LENGTH = 1000;
/** Characters of a line's fields, as JSON; longer ones are left out as a whole. */
const MAX_FIELDS_LENGTH = 2000;
/** Bytes of a character in UTF-8, at most. */
const BYTES_PER_CHARACTER = 3;
/** Lines in one write: as many as a task may keep, however long each is. */
const MAX_WAITING = Math.min(
  MAX_LOG_LINES,
  Math.floor(MAX_LOG_BYTES / (BYTES_PER_CHARACTER * (MAX_MESSAGE_LENGTH + MAX_FIELDS_LENGTH))),
);

export type KeptLine = Omit<LogLine, 'number' | 'attempt'>;

export interface LogKeeper {
  /** Passes everything on, and keeps what is `info` or more. */
  logger: HandlerLogger;
  /** Writes what is still unwritten and stops: later lines, of a handler that was cut off, are passed on only. */
  flush(): Promise<void>;
}

/** Keeps the lines of one attempt, written twice a second at most. One that logs nothing costs nothing. */
export function keepLogs(logger: HandlerLogger, write: (lines: KeptLine[]) => Promise<void>): LogKeeper {
  let waiting: KeptLine[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let writing = Promise.resolve();

  function writeWaiting(): void {
    timer = undefined;
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) writing = writing.then(() => write(lines));
  }

  const keeping = (level: (typeof LOG_LEVELS)[number]) => (fields: object, message: string) => {
    logger[level](fields, message);
    if (isStopped) return;
    const text = String(message).slice(0, MAX_MESSAGE_LENGTH);
    waiting.push({ at: new Date().toISOString(), level, message: text, fields: keptFields(fields) });
    // Of a flood the newest are kept, as the store does.
    if (waiting.length > MAX_WAITING) waiting.shift();
    timer ??= setTimeout(writeWaiting, INTERVAL_MS);
  };

  return {
    logger: {
      debug: (fields, message) => logger.debug(fields, message),
      info: keeping('info'),
      warn: keeping('warn'),
      error: keeping('error'),
    },
    async flush() {
      isStopped = true;
      clearTimeout(timer);
      writeWaiting();
      await writing;
    },
  };
}

/** As JSON has them. A log line must not fail a handler: what cannot be written is left out, and the line says so. */
function keptFields(fields: object): LogLine['fields'] {
  try {
    const json = JSON.stringify(fields, (_key, value: unknown) =>
      value instanceof Error ? { name: value.name, message: value.message } : value,
    );
    return json.length > MAX_FIELDS_LENGTH ? { fieldsLeftOut: 'too long' } : (JSON.parse(json) as LogLine['fields']);
  } catch (error) {
    return { fieldsLeftOut: (error as Error).message.slice(0, MAX_MESSAGE_LENGTH) };
  }
}
