import { loadCommands, taskTypeOf } from '@offload/commands';
import { taskTypes } from '@offload/contract';
import { exitWith } from '@offload/process';
import { commandHandlers } from './commands/command-handlers.ts';
import { readConfig, readEnvironment } from './config.ts';
import { createHandlers } from './handlers/index.ts';
import { runWorker } from './run-worker.ts';

try {
  const config = readConfig();
  const commands = await loadCommands(config.COMMANDS_FILE);
  const ofCommands = await commandHandlers(commands, config, readEnvironment());
  await runWorker(config, {
    taskTypes: [...taskTypes, ...commands.map(taskTypeOf)],
    createHandlers: (dependencies) => ({ ...createHandlers(dependencies), ...ofCommands }),
  });
} catch (error) {
  exitWith(error);
}
