import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { CommandError } from './answer.ts';

/** Files by the names that a payload has for them. */
export type LocalFiles = Record<string, string>;

/**
 * A task together with its files, which are read as they are sent.
 * @throws CommandError where one cannot be read
 */
export async function taskForm(task: object, files: LocalFiles): Promise<FormData> {
  const form = new FormData();
  // First: it says what the files are for.
  form.append('task', new Blob([JSON.stringify(task)], { type: 'application/json' }));
  for (const [name, path] of Object.entries(files)) form.append(name, await opened(path), basename(path));
  return form;
}

async function opened(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (cause) {
    throw new CommandError(`${path} cannot be read`, { cause });
  }
}
