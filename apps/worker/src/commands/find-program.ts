import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, join, resolve } from 'node:path';
import { type Command, templateParts } from '@offload/commands';
import { StartupError } from '@offload/process';

/** The path of a command's program. @throws StartupError if it is not there, or may not be run */
export async function findProgram({ name, argv: [template = ''], here }: Command, PATH: string): Promise<string> {
  const program = templateParts(template)
    .map((part) => (typeof part === 'string' ? part : here))
    .join('');
  const candidates = program.includes('/')
    ? [resolve(here, program)]
    : PATH.split(delimiter).map((folder) => join(folder, program));
  for (const candidate of candidates) {
    const isThere = await access(candidate, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) return candidate;
  }
  const places = program.includes('/') ? `as ${candidates[0]}` : `in PATH (${PATH})`;
  throw new StartupError(`command ${name}: there is no program ${program} ${places}`);
}
