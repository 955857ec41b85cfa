import type { Problem } from '@offload/client';

/** A command that could not do what it was asked to; the message is for the person at the terminal. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly explainsItself = true;
}

interface Answer<Data> {
  data?: Data;
  error?: unknown;
  response: Response;
}

/**
 * What the API answered.
 *
 * @throws CommandError when it answered with a problem, or not at all
 */
export async function answerOf<Data>(url: string, request: Promise<Answer<Data>>): Promise<Data> {
  const { data, error, response } = await request.catch((cause: unknown) => {
    throw new CommandError(`no answer from ${url}: start it with \`npm start\`, or set OFFLOAD_URL`, { cause });
  });
  if (data !== undefined) return data;
  throw new CommandError(isProblem(error) ? `${error.code}: ${error.detail}` : `${url} answered ${response.status}`);
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
