// Resizes the files of a folder as the product's handler does, so many at once and with nothing around it. Writes the
// milliseconds that it took.
import { mkdtemp, readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { handler } from '../../../apps/worker/dist/src/handlers/image-resize.js';
import { OPTIONS } from '../product/resize-options.ts';

type Context = Parameters<typeof handler>[0];

const [folder = '', concurrency = '1'] = process.argv.slice(2);
const out = await mkdtemp(join(tmpdir(), 'offload-loop-'));
const waiting = (await readdir(folder)).values();

const startedAt = performance.now();
await Promise.all(Array.from({ length: Number(concurrency) }, resizeAll));
process.stdout.write(`${performance.now() - startedAt}`);

async function resizeAll(): Promise<void> {
  const own = await mkdtemp(join(out, 'photos-'));
  const files = {
    download: async ({ file }: { file: string }) => ({ path: join(folder, file), name: file, mediaType: 'image/jpeg' }),
    folder: async () => own,
    save: async (path: string) => ({ file: path }),
  };
  const context = { files, signal: new AbortController().signal } as unknown as Context;
  for (const file of waiting) await handler({ ...context, payload: { image: { file }, ...OPTIONS } });
}
