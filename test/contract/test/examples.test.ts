import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { isTaskId } from '@offload/contract';
import { answerIssues } from '../src/answer-issues.ts';
import { API_KEY, type ContractApi, startContractApi } from '../src/contract-api.ts';
import { type Operation, operations, pointer } from '../src/document.ts';
import { requestExamples, valuesIn } from '../src/examples.ts';
import { type Answer, HttpExchange } from '../src/http-exchange.ts';
import { learnWords, membersOf, sendExamples } from '../src/learn-words.ts';
import { type RequestParts, requestIssues, written } from '../src/request-parts.ts';
import { schemaIssues } from '../src/schema-issues.ts';
import { shapeIssues } from '../src/shape-issues.ts';
import { tasksInEveryState } from '../src/tasks-in-every-state.ts';
import { Words } from '../src/words.ts';

const AUTHORIZATION = { authorization: `Bearer ${API_KEY}` };

describe('the examples in openapi.yaml, for each operation', () => {
  let api: ContractApi;
  let exchange: HttpExchange;
  let words = new Words();
  before(async () => {
    api = await startContractApi();
    exchange = new HttpExchange(api.url);
    await sendExamples(exchange, AUTHORIZATION);
    await tasksInEveryState(api.store);
    words = await learnWords(exchange, AUTHORIZATION);
  });
  after(async () => {
    exchange.close();
    await api.close();
  });

  for (const operation of operations) {
    const name = `${operation.method} ${operation.path}`;

    test(`${name} has an example of each body and each required parameter, as their schemas say`, () => {
      for (const parameter of operation.parameters ?? []) {
        if (parameter.required) assert.ok(valuesIn(parameter).length > 0, `parameter ${parameter.name} has no example`);
      }
      for (const [mediaType, content] of Object.entries(operation.requestBody?.content ?? {})) {
        assert.ok(valuesIn(content).length > 0, `the body of type ${mediaType} has no example`);
      }
      for (const parts of requestExamples(operation)) assert.deepEqual(requestIssues(operation, parts), []);
    });

    test(`${name} has an example of each success, as its schema says`, () => {
      for (const [status, { content = {} }] of Object.entries(operation.responses)) {
        if (!status.startsWith('2')) continue;
        for (const [mediaType, media] of Object.entries(content)) {
          const examples = valuesIn(media);
          assert.ok(examples.length > 0, `${status} of type ${mediaType} has no example: which field has none?`);
          const schema = `${operation.pointer}${pointer('responses', status, 'content', mediaType, 'schema')}`;
          if (media.schema) for (const example of examples) assert.deepEqual(schemaIssues(example, schema), []);
        }
      }
    });

    test(`${name} answers its examples as it shows`, async () => {
      for (const parts of requestExamples(operation)) {
        const success = await firstSuccess(operation, parts);
        const { status, mediaType, text } = success;
        const examples = valuesIn(operation.responses[status]?.content?.[mediaType] ?? {});
        if (!/json$/.test(mediaType)) continue;
        const misfits = examples.map((example) => shapeIssues(JSON.parse(text), example));
        assert.ok(
          misfits.some((issues) => issues.length === 0),
          JSON.stringify(misfits),
        );
      }
    });
  }

  /** The ids in the document are made up: in their place come those that there are, until one is in a state that fits. */
  async function firstSuccess(operation: Operation, parts: RequestParts): Promise<Answer> {
    const answers: string[] = [];
    const body = parts.body && { ...parts.body, value: withKnownFiles(parts.body.value) };
    for (const path of pathsOf(operation, parts)) {
      const request = written(operation, { ...parts, path, body });
      const answer = await exchange.send({ ...request, headers: { ...request.headers, ...AUTHORIZATION } });
      assert.deepEqual(answerIssues(operation, request, answer), []);
      if (answer.status < 300) return answer;
      answers.push(`${request.target}: ${answer.text}`);
    }
    assert.fail(`no example succeeds:\n${answers.join('\n')}`);
  }

  function withKnownFiles(value: unknown): unknown {
    const [file] = words.of('/files#id');
    // What is no id is the part of a form.
    return JSON.parse(JSON.stringify(value), (name, member) => (name === 'file' && isTaskId(member) ? file : member));
  }

  function pathsOf({ path }: Operation, { path: example }: RequestParts): RequestParts['path'][] {
    return Object.keys(example).reduce<RequestParts['path'][]>(
      (paths, name) => {
        const known = membersOf(words, path, name);
        return known.length === 0 ? paths : paths.flatMap((one) => known.map((value) => ({ ...one, [name]: value })));
      },
      [example],
    );
  }
});
