import assert from 'node:assert/strict';
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type ApiRequests, createDeployment, startStandalone, type Task } from '@offload/test-deployment';
import { provision } from '@offload/test-services';
import sharp from 'sharp';

provision([{ name: 'curl', isPresent: () => spawnSync('curl', ['--version']).status === 0, debianPackages: ['curl'] }]);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const README_URL = 'http://127.0.0.1:3000';
const FILE_ID = /(?<=\/files\/)[0-9a-f-]{36}/;

/** The commands that the README gives for photos and documents, one line each. */
async function commandsOfReadme(): Promise<string[]> {
  const [, section = ''] =
    /## Photos and documents\n([\s\S]*?)\n## /.exec(await readFile(join(ROOT, 'README.md'), 'utf8')) ?? [];
  const blocks = [...section.matchAll(/```sh\n([\s\S]*?)```/g)].map(([, block = '']) => block.replaceAll('\\\n', ' '));
  return blocks.flatMap((block) => block.trim().split('\n'));
}

/** Runs them as they stand there, on this API, and with the id of the picture that came of the task before. */
async function runCommands(api: ApiRequests, folder: string): Promise<Task[]> {
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tasks: Task[] = [];
  for (const command of await commandsOfReadme()) {
    const { image } = (tasks.at(-1)?.result ?? {}) as { image?: { file: string } };
    const own = command.replace(README_URL, api.url).replace(FILE_ID, image?.file ?? '');
    const { stdout } = await promisify(execFile)('bash', ['-c', own], { cwd: folder, timeout: 60_000 });
    if (stdout.startsWith('{')) tasks.push(JSON.parse(stdout));
  }
  return tasks;
}

async function folderOf(t: TestContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'offload-readme-'));
  t.after(() => rm(folder, { recursive: true }));
  return folder;
}

/** What the commands must have done to the photo and the document, whatever they ran on. */
async function checkWork(api: ApiRequests, folder: string): Promise<void> {
  const tasks = await runCommands(api, folder);
  assert.deepEqual(
    tasks.map(({ type, state }) => [type, state]),
    [
      ['image.resize', 'succeeded'],
      ['pdf.text', 'succeeded'],
      ['pdf.render', 'succeeded'],
    ],
  );
  assert.deepEqual((await readdir(folder)).sort(), ['node_modules', 'photo.jpg', 'photo.webp', 'report.pdf']);
  const made = await readFile(join(folder, 'photo.webp'));
  const { exif, width } = await sharp(made).metadata();
  assert.deepEqual([exif, width], [undefined, 320]);
  assert.ok((await sharp(join(folder, 'photo.jpg')).metadata()).exif, 'the photo has what the camera wrote into it');
  const direct = await sharp(join(folder, 'photo.jpg')).resize(320).webp({ quality: 80 }).toBuffer();
  assert.ok(made.equals(direct), 'the same bytes as the library makes of it');

  const [, text, render] = tasks.map(({ result }) => result) as [
    unknown,
    { pages: { text: string }[]; pageCount: number },
    { pages: { image: { file: string } }[] },
  ];
  assert.equal(text.pageCount, 154);
  assert.match(text.pages[0]?.text ?? '', /Exchangeable image file format\s+for digital still cameras/);
  const page = await fetch(`${api.url}/files/${render.pages[0]?.image.file}`);
  const { channels } = await sharp(await page.arrayBuffer()).stats();
  const [grey] = channels;
  assert.ok(grey && grey.mean > 200 && grey.min < 50, 'black on white');
}

test('what the README does with a photo and a document works in one process, embedded', async (t) => {
  const api = await startStandalone({ DATA_DIR: await folderOf(t) });
  t.after(() => api.program.close());
  await checkWork(api, await folderOf(t));
});

test('what the README does with a photo and a document works on RabbitMQ and Postgres', async (t) => {
  const FILES_DIR = await folderOf(t);
  const deployment = await createDeployment(t);
  const api = await deployment.startApi({ FILES_DIR });
  await deployment.startWorker({ FILES_DIR });
  await checkWork(api, await folderOf(t));
});
