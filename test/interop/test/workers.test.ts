import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ApiRequests, POLLING } from '@offload/test-deployment';
import { eventually, provision } from '@offload/test-services';
import { languageRequirements } from '../src/language-requirements.ts';
import { languages } from '../src/languages.ts';
import { createStage, WAITING } from '../src/stage.ts';
import { waitForLines } from '../src/start-command.ts';

provision(languageRequirements);

/** Milliseconds by which the time of a line's arrival may differ from that of its writing on a busy machine. */
const LAG_MS = 100;

describe("a tutorial's worker takes tasks off our queue", { concurrency: true }, () => {
  for (const language of languages) {
    test(`a ${language.name} worker is given the payload alone, sleeps a second for each dot and acknowledges after`, async (t) => {
      const stage = await createStage(t, { throughExchange: language.usesExchange });
      const api = await stage.startApi();
      // One after the other: what is accepted before the API has reached the broker is sent later.
      await api.submit('Hello..');
      await waitForReady(api, 1);
      await api.submit('Bye');
      await waitForReady(api, 2);
      const worker = await stage.startTutorialWorker(language);

      const hello = [WAITING, ' [x] Received {"message":"Hello.."}'];
      await waitForLines(worker, hello);
      // Fair dispatch: the second one is not handed out while the first one is unacknowledged.
      await waitForReady(api, 1);

      const all = [...hello, ' [x] Done', ' [x] Received {"message":"Bye"}', ' [x] Done'];
      const [, received = 0, done = 0] = await waitForLines(worker, all);
      const sleptMs = done - received;
      assert.ok(sleptMs >= 2000 - LAG_MS && sleptMs < 3000, `slept ${sleptMs} ms`);
      await eventually(async () => {
        const figures = { name: stage.queue, messagesReady: 0, messagesUnacknowledged: 0, consumers: 1, paused: null };
        assert.deepEqual(await api.queue(), figures);
      }, POLLING);
    });
  }
});

/** Waits until so many messages are in the queue that no worker has been given. */
async function waitForReady(api: ApiRequests, messages: number): Promise<void> {
  await eventually(async () => {
    assert.equal((await api.queue()).messagesReady, messages);
  }, POLLING);
}
