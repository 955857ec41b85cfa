import { operations } from './document.ts';
import { requestExamples } from './examples.ts';
import type { HttpExchange } from './http-exchange.ts';
import { written } from './request-parts.ts';
import { Words } from './words.ts';

const collections = operations.filter(({ path }) => !path.includes('{'));

/** Fills the collections of an API with what the document's examples make. */
export async function sendExamples(exchange: HttpExchange, headers: Record<string, string>): Promise<void> {
  for (const operation of collections.filter(({ method }) => method === 'POST')) {
    for (const parts of requestExamples(operation)) {
      const request = written(operation, parts);
      await exchange.send({ ...request, headers: { ...request.headers, ...headers } });
    }
  }
}

/** Learns the names of all that is in the collections of an API. */
export async function learnWords(exchange: HttpExchange, headers: Record<string, string>): Promise<Words> {
  const words = new Words();
  for (const { method, path } of collections.filter((operation) => operation.method === 'GET')) {
    const { status, mediaType, text } = await exchange.send({ method, target: path, headers });
    if (status !== 200 || mediaType !== 'application/json') continue;
    const answer: unknown = JSON.parse(text);
    words.learn(answer);
    for (const member of itemsOf(answer)) {
      for (const [name, value] of Object.entries(member)) words.learn(value, memberKey(path, name));
    }
  }
  return words;
}

function itemsOf(answer: unknown): object[] {
  const { items } = answer as { items?: object[] };
  return Array.isArray(items) ? items : [];
}

/** What the collection has whose member a path names, as `GET /tasks` lists what `/tasks/{id}` may be. */
export function membersOf(words: Words, path: string, name: string): string[] {
  return words.of(memberKey(path.slice(0, path.indexOf(`/{${name}}`)), name));
}

function memberKey(collection: string, name: string): string {
  return `${collection}#${name}`;
}
