import { loadCommands, taskTypeOf } from '@offload/commands';
import { taskTypes } from '@offload/contract';
import { exitWith } from '@offload/process';
import { readConfig } from './config.ts';
import { runApi } from './run-api.ts';

try {
  const config = readConfig();
  const commands = await loadCommands(config.COMMANDS_FILE);
  await runApi(config, [...taskTypes, ...commands.map(taskTypeOf)]);
} catch (error) {
  exitWith(error);
}
