import { rename } from 'node:fs/promises';
import { extname } from 'node:path';
import { type FileRef, filesIn, isObject } from '@offload/contract';
import type { TaskFiles } from '@offload/handler';

/** The payload with the path of a copy in place of each file. Programs go by the ending of a name, so the copy has it, too. */
export async function localPayload(payload: unknown, files: TaskFiles): Promise<unknown> {
  const paths = new Map<string, string>();
  for (const { file: id } of filesIn(payload)) {
    if (!paths.has(id)) paths.set(id, await localCopy({ file: id }, files));
  }
  return withPaths(payload, paths);
}

async function localCopy(ref: FileRef, files: TaskFiles): Promise<string> {
  const { path, name } = await files.download(ref);
  const [ending = ''] = /^\.[a-z0-9]{1,10}$/i.exec(extname(name ?? '')) ?? [];
  if (ending === '') return path;
  await rename(path, `${path}${ending}`);
  return `${path}${ending}`;
}

function withPaths(value: unknown, paths: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((member) => withPaths(member, paths));
  if (!isObject(value)) return value;
  const path = Object.keys(value).length === 1 ? paths.get(String(value.file)) : undefined;
  if (path !== undefined) return path;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withPaths(member, paths)]));
}
