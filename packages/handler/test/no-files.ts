import type { TaskFiles } from '../src/task-files.ts';

async function none(): Promise<never> {
  throw new Error('this handler has no files');
}

/** For handlers that need none. */
export const noFiles: TaskFiles = { open: none, download: none, folder: none, save: none };
