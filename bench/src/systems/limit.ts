import type { System } from '../scenario.ts';
import { nodeProgram, runSystem } from './processes.ts';

/** What the transport alone allows: a persistent message, confirmed by a quorum queue, and no state besides. */
export const limit: System = {
  name: 'limit',
  durability: 'message confirmed by a quorum queue; no state, no result',
  recommendedConcurrency: 1,
  hasWorkers: false,

  async start(services) {
    const amqpUrl = await services.amqpVhost();
    return runSystem({
      api: nodeProgram(services.nodePath, 'servers/limit-api.ts', { AMQP_URL: amqpUrl }),
      worker: () => {
        throw new Error('the limit has no workers');
      },
      workers: 0,
      completed: async () => 0,
      startedAt: async () => undefined,
      release: () => services.dropVhost(amqpUrl),
    });
  },
};
