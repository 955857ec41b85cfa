import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { startStandalone } from '@offload/test-deployment';
import { provision } from '@offload/test-services';
import { browserRequirements, type Locator, openPage, type Page } from '../src/browser.ts';

provision(browserRequirements);

test('a newcomer submits an example of each task type in Swagger UI and reads the result there', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'offload-e2e-'));
  t.after(() => rm(folder, { recursive: true, force: true }));
  const { program, ...api } = await startStandalone({
    DATA_DIR: join(folder, 'data'),
    OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  });
  t.after(() => program.close());
  const page = await openPage(t, `${api.url}/docs`);

  const files = { 'image.resize': await upload(page, PICTURE), pdf: await upload(page, DOCUMENT) };
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
    const body = submit.locator('textarea.body-param__text');
    const file = value.startsWith('pdf') ? files.pdf : files['image.resize'];
    const shown = await body.inputValue();
    const own = shown
      .replace(/("file": )"[^"]+"/, `$1"${file}"`)
      .replace(/https:\/\/service\.example[^"]*/, `${api.url}/tasks`);
    if (own !== shown) await body.fill(value.startsWith('http') ? withExpectation(own) : own);
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

  await chooseForm(submit);
  await submit.locator('input[type=file]').setInputFiles(PICTURE);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    submit.getByRole('button', { name: 'Execute' }).click(),
  ]);
  assert.equal(answer.status(), 202, await answer.text());
  await api.taskIn('succeeded', ((await answer.json()) as { id: string }).id);
});

/** A pixel. */
const PICTURE = {
  name: 'pixel.png',
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};

/** Thirty pages without anything on them. */
const DOCUMENT = { name: 'pages.pdf', mimeType: 'application/pdf', buffer: pages(30) };

function pages(count: number): Buffer {
  const numbers = Array.from({ length: count }, (_, index) => index + 3);
  return Buffer.from(
    [
      '%PDF-1.4',
      '1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj',
      `2 0 obj <</Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${count}>> endobj`,
      ...numbers.map((number) => `${number} 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 72 72]>> endobj`),
      'trailer <</Root 1 0 R>>',
    ].join('\n'),
  );
}

/** Uploads a file as a newcomer does. @returns its id */
async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }): Promise<string> {
  const operation = page.locator('#operations-Files-createFile');
  if (!(await operation.getByRole('button', { name: 'Execute' }).isVisible())) {
    await operation.locator('.opblock-summary-control').click();
    await chooseForm(operation);
  }
  await operation.locator('input[type=file]').setInputFiles(file);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.request().method() === 'POST'),
    operation.getByRole('button', { name: 'Execute' }).click(),
  ]);
  assert.equal(answer.status(), 201, await answer.text());
  return ((await answer.json()) as { id: string }).id;
}

async function chooseForm(operation: Locator): Promise<void> {
  await operation
    .locator('.body-param-content-type select, select[aria-label="Request content type"]')
    .first()
    .selectOption('multipart/form-data');
}

/** The API itself is the service; what it is sent is no task to it. */
function withExpectation(body: string): string {
  const { payload, ...others } = JSON.parse(body) as { payload: object };
  return JSON.stringify({ ...others, payload: { ...payload, expect: [400] } });
}
