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
    throw new CommandError(whatWentWrong(url, cause), { cause });
  });
  // A change that leaves nothing to show has an answer without content.
  if (data !== undefined || response.status === 204) return data as Data;
  throw new CommandError(isProblem(error) ? `${error.code}: ${error.detail}` : `${url} answered ${response.status}`);
}

/** `fetch` throws a TypeError when it gets no answer; what else is thrown is about an answer that is not ours. */
function whatWentWrong(url: string, cause: unknown): string {
  if (cause instanceof TypeError) return `no answer from ${url}: start it with \`npm start\`, or set OFFLOAD_URL`;
  return `${url} does not answer as Offload does: ${cause instanceof Error ? cause.message : String(cause)}`;
}

function isProblem(error: unknown): error is Problem {
  return typeof error === 'object' && error !== null && 'code' in error && 'detail' in error;
}
