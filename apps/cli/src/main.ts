import { createClient } from '@offload/client';
import { exitWith } from '@offload/process';
import { CommanderError } from 'commander';
import { CommandError } from './answer.ts';
import { readConfig } from './config.ts';
import { createProgram } from './program.ts';

try {
  const { OFFLOAD_URL: url, OFFLOAD_API_KEY: apiKey } = readConfig();
  const program = createProgram({ url, client: createClient({ url, apiKey }), print: (line) => console.log(line) });
  await program.parseAsync();
} catch (error) {
  exitWith(error instanceof CommanderError ? new CommandError(error.message, { cause: error }) : error);
}
