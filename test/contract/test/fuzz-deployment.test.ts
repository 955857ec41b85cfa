import { test } from 'node:test';
import { createDeployment } from '@offload/test-deployment';
import { API_KEY } from '../src/contract-api.ts';
import { operations } from '../src/document.ts';
import { fuzz } from '../src/fuzz.ts';
import { fuzzSettings } from '../src/fuzz-settings.ts';
import { HttpExchange } from '../src/http-exchange.ts';
import { learnWords, sendExamples } from '../src/learn-words.ts';

const AUTHORIZATION = { authorization: `Bearer ${API_KEY}` };

/** For each operation. */
const REQUESTS = 20;

const { seed } = fuzzSettings();

test(`with RabbitMQ and Postgres, too, every answer is as documented (FUZZ_SEED=${seed})`, async (t) => {
  const deployment = await createDeployment(t);
  const api = await deployment.startApi({ API_KEYS: API_KEY });
  const exchange = new HttpExchange(api.url);
  t.after(() => exchange.close());
  await sendExamples(exchange, AUTHORIZATION);
  const words = await learnWords(exchange, AUTHORIZATION);
  for (const operation of operations) {
    await fuzz({ operation, exchange, words, apiKey: API_KEY, seed, requests: REQUESTS });
  }
});
