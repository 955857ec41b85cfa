import { type Logger, pino } from 'pino';

export type { Logger };

const onTerminal = process.stdout.isTTY === true;

// What only people read is loaded for them alone.
const pretty = onTerminal ? (await import('pino-pretty')).default : undefined;

export interface LoggerOptions {
  /** What the process is, e.g. `api`. */
  name: string;
  /** Unset: `info`, or `warn` on a terminal, where people read. */
  level?: string | undefined;
  /** Gives each line more fields, of the moment. */
  fields?: (() => Record<string, unknown>) | undefined;
}

/** The root logger of a process: JSON lines, or readable ones on a terminal. */
export function createLogger({ name, level, fields }: LoggerOptions): Logger {
  const options = {
    name,
    level: level ?? (onTerminal ? 'warn' : 'info'),
    ...(fields ? { mixin: fields } : {}),
    redact: ['req.headers.authorization', 'headers.authorization', 'password'],
  };
  return pretty
    ? pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' }))
    : pino(options);
}
