import { execFile } from 'node:child_process';
import { openAsBlob } from 'node:fs';
import { copyFile, mkdir, readdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { treeRssBytes } from '../load/process-usage.ts';
import { submitOne } from '../load/submit-one.ts';
import type { Services } from '../scenario.ts';
import { createDeployment, type Deployment, shipped } from './deployment.ts';
import { nodeOptions } from './node-options.ts';
import { OPTIONS } from './resize-options.ts';

/** 24 million pixels in 6 MB, as a camera has made it. */
const PHOTO = createRequire(import.meta.url).resolve('exif/test/sony-alpha-6000.jpg');
const LOOP = fileURLToPath(new URL('../offload/resize-loop.ts', import.meta.url));
const UPLOADS_AT_ONCE = 4;
const DEADLINE_MS = 300_000;
const POLL_MS = 50;

/** How photos were resized by workers. */
export interface Resized {
  /** From the first POST to the last result. */
  ms: number;
  /** Bytes that the workers had at most, with all that they have started, in each quarter of the photos. */
  peaks: number[];
}

/** Copies the photo into a new folder so many times. */
export async function makePhotos(folder: string, count: number): Promise<void> {
  await mkdir(folder);
  for (let number = 0; number < count; number++) await copyFile(PHOTO, join(folder, `${number}.jpg`));
}

/** @returns milliseconds for all photos of a folder, so many at once, in one process that does nothing else */
export async function resizeInLoop({ nodePath }: Services, folder: string, atOnce: number): Promise<number> {
  const args = [...nodeOptions, LOOP, folder, `${atOnce}`];
  const { stdout } = await promisify(execFile)(nodePath, args, { timeout: DEADLINE_MS });
  return Number(stdout);
}

/** The same by so many workers of one task at a time each; the photos are uploaded before. */
export async function resizeInWorkers(services: Services, folder: string, workers: number): Promise<Resized> {
  const deployment = await createDeployment(services);
  const variables = { FILES_DIR: `${folder}-kept` };
  const api = await deployment.startApi({ entry: shipped.api, variables });
  const started = [];
  try {
    const payloads = (await uploadAll(api.url, folder)).map((file) => ({ image: { file }, ...OPTIONS }));
    for (let count = 0; count < workers; count++) {
      started.push(await deployment.startWorker(1, { entry: shipped.worker, variables }));
    }
    const headers = { 'content-type': 'application/json' };
    const submit = (payload: object) => ({
      url: `${api.url}/tasks`,
      headers,
      body: () => JSON.stringify({ type: 'image.resize', payload }),
    });
    await Promise.all(payloads.map((payload) => submitOne(submit(payload))));
    const peaks = await peaksUntilDone(deployment, started, payloads.length);
    return { ms: await duration(deployment), peaks };
  } finally {
    await Promise.all([api, ...started].map((program) => program.stop()));
    await deployment.close();
  }
}

/** @returns the ids of the files of a folder */
async function uploadAll(url: string, folder: string): Promise<string[]> {
  const ids: string[] = [];
  const waiting = (await readdir(folder)).values();
  async function client(): Promise<void> {
    for (const name of waiting) {
      const body = await openAsBlob(join(folder, name));
      const answer = await fetch(`${url}/files?name=${name}`, { method: 'POST', body });
      if (answer.status !== 201) throw new Error(`${name}: ${answer.status} ${await answer.text()}`);
      ids.push(((await answer.json()) as { id: string }).id);
    }
  }
  await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, client));
  return ids;
}

async function peaksUntilDone(
  { query }: Deployment,
  programs: readonly { pid: number }[],
  count: number,
): Promise<number[]> {
  const peaks = [0, 0, 0, 0];
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const [row] = await query<{ done: number; failed: number }>(
      `select count(*)::int as done, count(*) filter (where state <> 'succeeded')::int as failed
       from tasks where finished_at is not null`,
    );
    const { done = 0, failed = 0 } = row ?? {};
    if (failed > 0) throw new Error(`${failed} of ${count} photos could not be resized`);
    if (done === count) return peaks;
    if (performance.now() > deadline) throw new Error(`${done} of ${count} photos after ${DEADLINE_MS} ms`);
    const quarter = Math.floor((done * peaks.length) / count);
    const bytes = programs.reduce((sum, { pid }) => sum + treeRssBytes(pid), 0);
    peaks[quarter] = Math.max(peaks[quarter] ?? 0, bytes);
    await delay(POLL_MS);
  }
}

async function duration({ query }: Deployment): Promise<number> {
  const [row] = await query<{ ms: number }>(
    'select extract(epoch from max(finished_at) - min(created_at))::float8 * 1000 as ms from tasks',
  );
  return row?.ms ?? Number.NaN;
}
