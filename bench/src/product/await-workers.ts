import { eventually } from '../../../test/services/dist/src/index.js';

interface Queues {
  items: { consumers: number }[];
}

/** Waits until the broker hands tasks to so many workers. @param submitUrl URL of `POST /tasks` */
export async function awaitWorkers(submitUrl: string, count: number): Promise<void> {
  await eventually(
    async () => {
      const { items }: Queues = JSON.parse(await (await fetch(new URL('/queues', submitUrl))).text());
      const consumers = items[0]?.consumers ?? 0;
      if (consumers < count) throw new Error(`${consumers} of ${count} workers consume`);
    },
    { timeoutMs: 30_000, intervalMs: 50 },
  );
}
