import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { POLLING } from '@offload/test-deployment';
import { eventually, provision, startRabbitMq } from '@offload/test-services';
import { languageRequirements } from '../src/language-requirements.ts';
import { languages } from '../src/languages.ts';
import { createStage, WAITING } from '../src/stage.ts';
import { waitForLines } from '../src/start-command.ts';

provision(languageRequirements);

const broker = await startRabbitMq({ defaultQueueType: 'quorum' });
after(() => broker.remove());

/** Only the virtual host that the broker's URL leads to has a default queue type. */
const queueTypes = [
  { queueType: 'quorum', vhost: broker.vhost },
  { queueType: 'classic', vhost: '/' },
];

describe('the virtual host alone decides on the type of a queue', { concurrency: true }, () => {
  for (const { queueType, vhost } of queueTypes) {
    test(`programs in all languages and our processes share one ${queueType} queue`, async (t) => {
      const amqpUrl = `amqp://guest:guest@127.0.0.1:${broker.port}/${encodeURIComponent(vhost)}`;
      const stage = await createStage(t, { amqpUrl });
      // One after the other: RabbitMQ 3 loses what is published without confirms to a quorum queue that several connections
      // declare at once.
      for (const language of languages) await stage.produce(language, `From ${language.name}`);

      const [api, ours] = await Promise.all([stage.startApi(), stage.startWorker()]);
      await eventually(async () => {
        const tasks = await api.tasks();
        const shown = tasks.map(({ state, payload }) => `${state}: ${(payload as { message: string }).message}`);
        assert.deepEqual(shown.toSorted(), languages.map(({ name }) => `succeeded: From ${name}`).toSorted());
      }, POLLING);
      await ours.close();

      const theirs = await Promise.all(languages.map((language) => stage.startTutorialWorker(language)));
      // A second of work each: the broker hands the next one to a worker that has none.
      await Promise.all(languages.map(() => api.submit('From us.')));
      const lines = [WAITING, ' [x] Received {"message":"From us."}', ' [x] Done'];
      await Promise.all(theirs.map((worker) => waitForLines(worker, lines)));

      const listed = await broker.ctl('--quiet', '--vhost', vhost, 'list_queues', '--no-table-headers', 'name', 'type');
      assert.match(listed, new RegExp(`^${stage.queue}\t(rabbit_)?${queueType}(_queue)?$`, 'm'));
    });
  }
});
