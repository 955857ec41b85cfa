import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startStandalone } from '@offload/test-deployment';
import { provision } from '@offload/test-services';
import { browserRequirements, openPage } from '../src/browser.ts';

provision(browserRequirements);

test('a newcomer submits an example of each task type in Swagger UI and reads the result there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offload-e2e-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { program, ...api } = await startStandalone({ DATA_DIR: join(folder, 'data') });
  t.after(() => program.close());
  const page = await openPage(t, `${api.url}/docs`);

  const submit = page.locator('#operations-Tasks-createTask');
  await submit.locator('.opblock-summary-control').click();
  const examples = submit.locator('.opblock-section-request-body select.examples-select-element');
  await examples.waitFor();
  const values = await examples
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value') ?? ''));
  assert.ok(values.length >= 2);

  for (const value of values) {
    await examples.selectOption(value);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => response.request().method() === 'POST'),
      submit.getByRole('button', { name: 'Execute' }).click(),
    ]);
    assert.equal(answer.status(), 202, value);
    const { id } = (await answer.json()) as { id: string };
    await submit.locator('.live-responses-table').getByText(id).first().waitFor();
    await api.taskIn('succeeded', id);

    const read = page.locator('#operations-Tasks-getTask');
    if (value === values[0]) await read.locator('.opblock-summary-control').click();
    await read.getByPlaceholder('id').fill(id);
    await read.getByRole('button', { name: 'Execute' }).click();
    await read.locator('.live-responses-table').getByText('succeeded').first().waitFor();
  }
});
