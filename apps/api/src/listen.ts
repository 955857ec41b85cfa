import { StartupError } from '@offload/process';
import type { ApiInstance } from './api-instance.ts';

/**
 * Makes the API listen.
 *
 * @returns its URL, with the port that it really has
 * @throws StartupError when the address is taken or not ours
 */
export async function listen(app: ApiInstance, { host, port }: { host: string; port: number }): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (cause) {
    throw new StartupError(explanation((cause as NodeJS.ErrnoException).code, host, port), { cause });
  }
}

function explanation(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `port ${port} on ${host} is taken: stop what listens there, or set PORT to a free one`;
    case 'EACCES':
      return `port ${port} on ${host} needs more rights than this user has: set PORT to one from 1024`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `HOST ${host} is not an address of this machine`;
    default:
      return `cannot listen on port ${port} of ${host}: ${code}`;
  }
}
