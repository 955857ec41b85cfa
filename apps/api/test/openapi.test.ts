import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, describe, test } from 'node:test';
import { parse } from 'yaml';
import { startTestApi, type TestApi } from './test-api.ts';

interface Operation {
  operationId?: string;
  summary?: string;
  requestBody?: { content: Record<string, { examples?: Record<string, { value: object }> }> };
  responses: Record<string, object>;
}

describe('the OpenAPI document', () => {
  let api: TestApi;
  let paths: Record<string, Record<string, Operation>>;
  before(async () => {
    api = await startTestApi();
    paths = (await api.app.inject('/openapi.json')).json().paths;
  });
  after(() => api.close());

  test('equals the committed openapi.yaml', async () => {
    const committed = parse(await readFile(new URL('../../../../openapi.yaml', import.meta.url), 'utf8'));
    assert.deepEqual((await api.app.inject('/openapi.json')).json(), committed);
  });

  test('describes only operations that are served', async () => {
    for (const [path, operations] of Object.entries(paths)) {
      for (const method of Object.keys(operations)) {
        const url = path.replaceAll(/\{(\w+)\}/g, ':$1');
        assert.ok(api.app.hasRoute({ method: method.toUpperCase() as 'GET', url }), `${method} ${path}`);
      }
    }
  });

  test('gives every operation an id, a summary and a success', () => {
    for (const operation of Object.values(paths).flatMap((operations) => Object.values(operations))) {
      assert.ok(operation.operationId);
      assert.ok(operation.summary);
      assert.ok(Object.keys(operation.responses).some((status) => status.startsWith('2')));
    }
  });

  test('has examples that run as they stand, but for files, which have to be there', async () => {
    const examples = paths['/tasks']?.post?.requestBody?.content['application/json']?.examples ?? {};
    assert.ok(Object.keys(examples).length >= 1);
    const file = await api.store.addFile({ name: null, client: null });
    await api.store.completeFile(file, { mediaType: 'image/png', bytes: 1, sha256: '' });
    for (const [name, { value }] of Object.entries(examples)) {
      const payload = JSON.stringify(value).replaceAll(/"file":"[^"]+"/g, `"file":"${file}"`);
      const headers = { 'content-type': 'application/json' };
      const answer = await api.app.inject({ method: 'POST', url: '/tasks', payload, headers });
      assert.equal(answer.statusCode, 202, name);
    }
  });
});
