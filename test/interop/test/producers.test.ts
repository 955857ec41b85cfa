import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { POLLING } from '@offload/test-deployment';
import { eventually, provision } from '@offload/test-services';
import { languageRequirements } from '../src/language-requirements.ts';
import { languages } from '../src/languages.ts';
import { createStage } from '../src/stage.ts';

provision(languageRequirements);

describe("a tutorial's producer puts tasks on our queue", { concurrency: true }, () => {
  for (const language of languages) {
    test(`a ${language.name} producer's texts are finished as sleep tasks, whoever declares the queue first`, async (t) => {
      const stage = await createStage(t, { throughExchange: language.usesExchange });
      await stage.produce(language, 'Hello..');
      const [api] = await Promise.all([stage.startApi(), stage.startWorker()]);
      await stage.produce(language, 'Bye');

      await eventually(async () => {
        const tasks = await api.tasks();
        const shown = tasks.map(({ type, state, payload, result }) => ({ type, state, payload, result }));
        assert.deepEqual(shown, [
          { type: 'sleep', state: 'succeeded', payload: { message: 'Bye' }, result: { sleptSeconds: 0 } },
          { type: 'sleep', state: 'succeeded', payload: { message: 'Hello..' }, result: { sleptSeconds: 2 } },
        ]);
      }, POLLING);
    });
  }
});
