import type { Readable } from 'node:stream';
import { isObject } from '@offload/contract';
import type { HandlerContext, HandlerLogger } from '@offload/handler';

/** Characters of a line that are read. */
const MAX_LINE_LENGTH = 8192;

/** Characters of all lines that are read: more than a task keeps of its log. */
const MAX_LENGTH = 2_000_000;

/** Lines that tell why a command failed. */
const LAST_LINES = 5;
const MAX_LAST_LENGTH = 1000;

type Report = Pick<HandlerContext<unknown>, 'progress' | 'logger'>;

/** What a command says on standard error, line by line: progress, log lines in NDJSON, or plain text. */
export class SaidLines {
  readonly #report: Report;
  #rest = '';
  #length = 0;
  readonly #last: string[] = [];

  constructor(stream: Readable, report: Report) {
    this.#report = report;
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => this.#hear(text));
    stream.on('end', () => this.#take(this.#rest));
  }

  /** The end of what is no progress. */
  get last(): string {
    return this.#last.join('\n').slice(-MAX_LAST_LENGTH);
  }

  #hear(text: string): void {
    const isTooMuch = this.#length > MAX_LENGTH;
    this.#length += text.length;
    if (isTooMuch) return;
    if (this.#length > MAX_LENGTH) {
      this.#report.logger.warn({}, `not read any more: more than ${MAX_LENGTH} characters on standard error`);
    }
    const lines = (this.#rest + text).split(/\r?\n|\r/);
    this.#rest = (lines.pop() ?? '').slice(0, MAX_LINE_LENGTH);
    for (const line of lines) this.#take(line);
  }

  #take(whole: string): void {
    const line = whole.slice(0, MAX_LINE_LENGTH).trim();
    if (line === '') return;
    const said = parsed(line);
    if (typeof said?.percent === 'number') {
      this.#report.progress(said.percent, typeof said.message === 'string' ? said.message : undefined);
      return;
    }
    const { level, message, ...fields } = said ?? {};
    const text = typeof message === 'string' ? message : line;
    this.#last.push(text);
    if (this.#last.length > LAST_LINES) this.#last.shift();
    this.#report.logger[isLevel(level) ? level : 'info'](typeof message === 'string' ? fields : {}, text);
  }
}

function parsed(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLevel(level: unknown): level is keyof HandlerLogger {
  return level === 'debug' || level === 'info' || level === 'warn' || level === 'error';
}
