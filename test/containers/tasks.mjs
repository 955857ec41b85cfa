// What the scripts of this folder ask of an API and curl cannot do well.
//   node tasks.mjs submit API COUNT MESSAGE   submits, prints the ids (or the status that was no 202), one a line
//   node tasks.mjs keep-submitting API MESSAGE [CLIENTS]   each of them the same every 250 ms until SIGTERM, with the
//                                             milliseconds that the answer took, and when it came (of the epoch)
//   node tasks.mjs states API < ids           e.g. `failed 1, succeeded 49`
//   node tasks.mjs attempts API < ids         e.g. `1: 49, 2: 1`, tasks by the number of their attempts
//   node tasks.mjs ends API < ids             when they ended (milliseconds of the epoch), one a line
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const [command, api, ...args] = process.argv.slice(2);
const commands = { submit, 'keep-submitting': keepSubmitting, states, attempts, ends };
await commands[command](...args);

async function submit(count, message) {
  const answers = await inParallel(Array.from({ length: Number(count) }), () => post(message));
  console.log(answers.map(({ text }) => text).join('\n'));
}

async function keepSubmitting(message, clients = '1') {
  let isStopped = false;
  process.once('SIGTERM', () => {
    isStopped = true;
  });
  const client = async () => {
    while (!isStopped) {
      const { text, ms } = await post(message);
      console.log(`${text} ${ms} ${Date.now()}`);
      await delay(250);
    }
  };
  await Promise.all(Array.from({ length: Number(clients) }, client));
}

async function states() {
  console.log(
    tally(
      (await tasks()).map(({ state }) => state),
      (state, count) => `${state} ${count}`,
    ),
  );
}

async function attempts() {
  console.log(
    tally(
      (await tasks()).map((task) => task.attempts.length),
      (number, count) => `${number}: ${count}`,
    ),
  );
}

async function ends() {
  for (const { finishedAt } of await tasks()) if (finishedAt) console.log(Date.parse(finishedAt));
}

async function post(message) {
  const startedAt = performance.now();
  let text;
  try {
    const response = await fetch(`${api}/tasks`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ type: 'sleep', payload: { message } }),
      signal: AbortSignal.timeout(10_000),
    });
    const { id } = await response.json();
    text = response.status === 202 ? id : `status-${response.status}`;
  } catch (error) {
    text = `no-answer-${error.name}`;
  }
  return { text, ms: Math.round(performance.now() - startedAt) };
}

function tasks() {
  const ids = readFileSync(0, 'utf8').split('\n').filter(Boolean);
  return inParallel(ids, async (id) => {
    const response = await fetch(`${api}/tasks/${id}`, { signal: AbortSignal.timeout(10_000) });
    return response.ok ? response.json() : { state: `status-${response.status}`, attempts: [] };
  });
}

function tally(values, describe) {
  const counts = new Map();
  for (const value of values.sort()) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, count]) => describe(value, count)).join(', ');
}

async function inParallel(items, action) {
  const results = [];
  const entries = items.entries();
  const lane = async () => {
    for (const [index, item] of entries) results[index] = await action(item);
  };
  await Promise.all(Array.from({ length: 16 }, lane));
  return results;
}
