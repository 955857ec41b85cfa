import type { Progress, TaskError } from '@offload/contract';

/** The text without what Postgres refuses in `text` and `jsonb`: NUL and lone surrogates become U+FFFD. */
export function storableText(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** For a `jsonb` column. */
export function errorJson({ code, message, retryable }: TaskError): string {
  return JSON.stringify({ code: storableText(code), message: storableText(message), retryable });
}

/** For a `jsonb` column. */
export function progressJson({ percent, message, etaSeconds }: Progress): string {
  return JSON.stringify({ percent, message: message === null ? null : storableText(message), etaSeconds });
}

/** For a `json` column, which keeps every escape. A value that JSON does not know becomes `null`. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value) ?? 'null';
}
