import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type ApiRequests, POLLING } from '@offload/test-deployment';
import { eventually, type Program, provision } from '@offload/test-services';
import { languageRequirements } from '../src/language-requirements.ts';
import { python } from '../src/languages.ts';
import { createStage } from '../src/stage.ts';

provision(languageRequirements);

const texts = ['First message.', 'Second message..', 'Third message...', 'Fourth message....', 'Fifth message.....'];

test("a Python producer's five tasks are each done once by a worker of ours and a Python worker together", async (t) => {
  const stage = await createStage(t);
  const [api, , theirs] = await Promise.all([stage.startApi(), stage.startWorker(), stage.startTutorialWorker(python)]);
  for (const text of texts) await stage.produce(python, text);

  await eventually(
    async () => {
      const [byOurs, byTheirs] = [await doneByOurs(api), doneByTheirs(theirs)];
      assert.deepEqual([...byOurs, ...byTheirs].toSorted(), texts.toSorted());
      assert.ok(byOurs.length > 0 && byTheirs.length > 0, 'both workers have taken part');
    },
    { ...POLLING, timeoutMs: 30_000 },
  );
});

async function doneByOurs(api: ApiRequests): Promise<string[]> {
  const tasks = await api.tasks();
  return tasks.filter(({ state }) => state === 'succeeded').map(({ payload }) => messageOf(payload));
}

/** What it was given is the producer's text, or the payload of the task that our worker has made of it. */
function doneByTheirs(worker: Program): string[] {
  const bodies = [...worker.output().matchAll(/ \[x\] Received (.*)\n\d+ {2}\[x\] Done\n/g)].map(
    ([, body = '']) => body,
  );
  return bodies.map((body) => (body.startsWith('{') ? messageOf(JSON.parse(body)) : body));
}

function messageOf(payload: unknown): string {
  return (payload as { message: string }).message;
}
