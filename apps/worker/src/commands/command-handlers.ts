import type { Command } from '@offload/commands';
import type { HandlerMap } from '@offload/handler';
import type { Environment } from '../config.ts';
import { commandHandler } from './command-handler.ts';
import { findProgram } from './find-program.ts';

/** A handler for each command, by its name. @throws StartupError where a program is missing */
export async function commandHandlers(
  commands: readonly Command[],
  { FILE_LIMIT: maxFileBytes }: { FILE_LIMIT: number },
  environment: Environment,
): Promise<HandlerMap> {
  const handlers = commands.map(async (command) => {
    const program = await findProgram(command, environment.PATH ?? '');
    return [command.name, commandHandler(command, { program, maxFileBytes, variables: environment })] as const;
  });
  return Object.fromEntries(await Promise.all(handlers));
}
