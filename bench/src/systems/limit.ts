import type { System } from '../scenario.ts';
import { createProcesses, nodeProgram } from './processes.ts';

/** What the transport alone allows: a persistent message, confirmed by a quorum queue, and no state besides. */
export const limit: System = {
  name: 'limit',
  durability: 'message confirmed by a quorum queue; no state, no result',
  recommendedConcurrency: 1,
  hasWorkers: false,

  async start(services) {
    const amqpUrl = await services.amqpVhost();
    const processes = createProcesses();
    const stop = async (): Promise<void> => {
      await processes.stop();
      await services.dropVhost(amqpUrl);
    };
    try {
      const submit = await processes.startApi(
        nodeProgram(services.nodePath, 'servers/limit-api.ts', { AMQP_URL: amqpUrl }),
      );
      return {
        submit,
        pids: processes.pids,
        stop,
        completed: async () => 0,
        startedAt: async () => undefined,
        addWorker: () => Promise.reject(new Error('the limit has no workers')),
      };
    } catch (error) {
      await stop();
      throw error;
    }
  },
};
