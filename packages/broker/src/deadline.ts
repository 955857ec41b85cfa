import { BrokerError } from './errors.ts';

/** The broker did not answer in time. */
export class DeadlineError extends BrokerError {
  override readonly name = 'DeadlineError';
  override readonly code = 'DEADLINE';
}

/** @throws DeadlineError after `deadlineMs`; whatever the operation comes to later is ignored */
export async function withDeadline<T>(operation: Promise<T>, deadlineMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const expiry = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DeadlineError(`no answer within ${deadlineMs} ms: ${what}`)), deadlineMs);
  });
  try {
    return await Promise.race([operation, expiry]);
  } finally {
    clearTimeout(timer);
  }
}
