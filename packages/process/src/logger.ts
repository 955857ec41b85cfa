import { type Logger, pino } from 'pino';
import pretty from 'pino-pretty';

export type { Logger };

export interface LoggerOptions {
  /** What the process is, e.g. `api`. */
  name: string;
  /** Unset: `info`, or `warn` on a terminal, where people read. */
  level?: string | undefined;
}

/** The root logger of a process: JSON lines, or readable ones on a terminal. */
export function createLogger({ name, level }: LoggerOptions): Logger {
  const onTerminal = process.stdout.isTTY === true;
  const options = {
    name,
    level: level ?? (onTerminal ? 'warn' : 'info'),
    redact: ['req.headers.authorization', 'headers.authorization', 'password'],
  };
  return onTerminal
    ? pino(options, pretty({ sync: true, ignore: 'pid,hostname', translateTime: 'SYS:HH:MM:ss.l' }))
    : pino(options);
}
