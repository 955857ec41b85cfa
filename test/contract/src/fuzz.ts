import assert from 'node:assert/strict';
import fc, { type Arbitrary } from 'fast-check';
import { answerIssues } from './answer-issues.ts';
import type { Operation } from './document.ts';
import type { Answer, ApiRequest, HttpExchange } from './http-exchange.ts';
import { spoiltRequest, validRequest } from './operation-request.ts';
import { type RequestParts, requestIssues, written } from './request-parts.ts';
import type { Words } from './words.ts';
import { wrecked } from './wrecked-request.ts';

export interface FuzzOptions {
  operation: Operation;
  exchange: HttpExchange;
  words: Words;
  /** Opens every operation. */
  apiKey: string;
  seed: number;
  requests: number;
}

/** Characters of a request's head that surely are not too many. */
const MAX_HEAD = 15_000;

interface MadeUp {
  request: ApiRequest;
  isAstray: boolean;
  /** What the document says against the request; undefined where it is beyond a document. */
  issues: string[] | undefined;
}

/** Sends requests that are made up from an operation's description. @returns how many answers had which status */
export async function fuzz({
  operation,
  exchange,
  words,
  apiKey,
  seed,
  requests,
}: FuzzOptions): Promise<Map<number, number>> {
  const statuses = new Map<number, number>();
  const property = fc.asyncProperty(
    anyRequest(operation, words),
    authorizations(apiKey),
    async (madeUp, authorization) => {
      const { request, isAstray, issues } = madeUp;
      const answer = await exchange.send({ ...request, headers: { ...authorization, ...request.headers } });
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      assert.deepEqual(answerIssues(operation, request, answer, isAstray), []);
      assert.ok(!issues?.length || isRefusal(answer), `${answer.status} in spite of: ${issues}`);
    },
  );
  await fc.assert(property, { seed, numRuns: requests, reporter: report });
  return statuses;
}

/** 207 tells of each item by itself whether it was refused. */
function isRefusal({ status }: Answer): boolean {
  return status >= 400 || status === 207;
}

function anyRequest(operation: Operation, words: Words): Arbitrary<MadeUp> {
  const described = (parts: RequestParts): MadeUp => {
    const request = written(operation, parts);
    const isAstray = `${request.target}${JSON.stringify(request.headers)}`.length > MAX_HEAD;
    return { request, isAstray, issues: requestIssues(operation, parts) };
  };
  const valid = validRequest(operation, words);
  return fc.oneof(
    { weight: 5, arbitrary: valid.map(described) },
    { weight: 5, arbitrary: spoiltRequest(operation, words).map(described) },
    {
      weight: 2,
      arbitrary: wrecked(
        valid.map((parts) => written(operation, parts)),
        operation,
      ).map((each) => ({ ...each, issues: undefined })),
    },
  );
}

function authorizations(apiKey: string): Arbitrary<Record<string, string>> {
  const right = { authorization: `Bearer ${apiKey}` };
  const others = [
    {},
    { authorization: '' },
    { authorization: 'Bearer wrong' },
    { authorization: 'Basic YTpi' },
    { authorization: `Bearer ${apiKey}\xff` },
  ];
  return fc.oneof(
    { weight: 20, arbitrary: fc.constant(right) },
    { weight: 1, arbitrary: fc.constantFrom<Record<string, string>>(...others) },
  );
}

/** The smallest request that went wrong, as it was sent, and how to send it again. */
function report({
  failed,
  counterexample,
  errorInstance,
  seed,
  counterexamplePath,
  numRuns,
}: fc.RunDetails<[MadeUp, Record<string, string>]>): void {
  if (!failed) return;
  const [{ request } = {}, authorization] = counterexample ?? [];
  const shown = { ...request, body: request?.body?.toString('utf8').slice(0, 2000) };
  throw new Error(
    `after ${numRuns} requests (FUZZ_SEED=${seed}, path ${counterexamplePath}): ${JSON.stringify({ ...shown, authorization })}\n${errorInstance instanceof Error ? errorInstance.message : errorInstance}`,
    { cause: errorInstance },
  );
}
