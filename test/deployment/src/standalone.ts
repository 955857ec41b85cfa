import { fileURLToPath } from 'node:url';
import { type Program, startProcess } from '@offload/test-services';
import { type ApiRequests, apiRequests } from './api-requests.ts';

export interface Standalone extends ApiRequests {
  program: Program;
}

/** What `npm start` runs once everything is built; the environment decides about the rest. */
export async function launchStandalone(env: Record<string, string | undefined>): Promise<Program> {
  const entry = fileURLToPath(import.meta.resolve('@offload/standalone/main'));
  const defaults = { AMQP_URL: undefined, DATABASE_URL: undefined, AMQP_MANAGEMENT_URL: undefined, PORT: '0' };
  return startProcess({ entry, env: { ...defaults, ...env } });
}

/** Starts it; resolves when it answers. */
export async function startStandalone(env: Record<string, string | undefined>): Promise<Standalone> {
  const program = await launchStandalone(env);
  const [url] = await program.waitForOutput(/http:\/\/127\.0\.0\.1:\d+/, 30_000);
  return { ...apiRequests(url), program };
}
