import { lstat, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { CommandResult } from '@offload/commands';
import { type HandlerLogger, NonRetryableError, type TaskFiles } from '@offload/handler';

const MAX_FILES = 100;

/** Keeps what a command has left in its folder for results, by name; of links and other things that are no files, nothing. */
export async function keepMadeFiles(
  out: string,
  files: TaskFiles,
  logger: HandlerLogger,
): Promise<CommandResult['files']> {
  const made: string[] = [];
  for (const entry of await readdir(out, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const path = join(entry.parentPath, entry.name);
    if (entry.isFile() && (await lstat(path)).nlink === 1) made.push(path);
    else logger.warn({ name: relative(out, path) }, 'left out: it is a link, or no file');
  }
  if (made.length > MAX_FILES) {
    throw new NonRetryableError(`the command has made ${made.length} files; ${MAX_FILES} may be`);
  }
  const kept: CommandResult['files'] = [];
  for (const path of made.sort()) {
    const name = relative(out, path);
    const { file } = await files.save(path, { name });
    kept.push({ name, content: { file } });
  }
  return kept;
}
