import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { API_KEY, type ContractApi, startContractApi } from '../src/contract-api.ts';
import { type Operation, operations } from '../src/document.ts';
import { fuzz } from '../src/fuzz.ts';
import { fuzzSettings } from '../src/fuzz-settings.ts';
import { HttpExchange } from '../src/http-exchange.ts';
import { learnWords, sendExamples } from '../src/learn-words.ts';
import { tasksInEveryState } from '../src/tasks-in-every-state.ts';
import { Words } from '../src/words.ts';

const AUTHORIZATION = { authorization: `Bearer ${API_KEY}` };

const { requests, seed } = fuzzSettings();
/** What has more to vary gets more. */
const totalWeight = operations.map(weightOf).reduce((sum, weight) => sum + weight);

describe(`${requests} requests made up from openapi.yaml, with FUZZ_SEED=${seed}: every answer is as documented for`, () => {
  let api: ContractApi;
  let exchange: HttpExchange;
  let words = new Words();
  before(async () => {
    api = await startContractApi();
    exchange = new HttpExchange(api.url);
    await sendExamples(exchange, AUTHORIZATION);
    for (let round = 0; round < 2; round++) await tasksInEveryState(api.store);
    words = await learnWords(exchange, AUTHORIZATION);
  });
  after(async () => {
    exchange.close();
    await api.close();
  });

  for (const operation of operations) {
    test(`${operation.method} ${operation.path}`, async (t) => {
      const share = Math.ceil((requests * weightOf(operation)) / totalWeight);
      const statuses = await fuzz({ operation, exchange, words, apiKey: API_KEY, seed, requests: share });
      t.diagnostic(
        [...statuses]
          .sort()
          .map(([status, count]) => `${status}: ${count}`)
          .join(', '),
      );
      if (share < 100) return;
      assert.ok(
        [...statuses.keys()].some((status) => status < 300),
        'no request succeeded',
      );
      assert.ok(
        [...statuses.keys()].some((status) => status >= 400),
        'no request was refused',
      );
    });
  }
});

function weightOf({ parameters = [], requestBody }: Operation): number {
  return 1 + Math.min(parameters.length, 4) + (requestBody === undefined ? 0 : 6);
}
