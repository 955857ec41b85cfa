import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { deliverCallback, schemaIssues, TaskCatalogue, taskTypes } from '@offload/contract';
import { Compile } from 'typebox/schema';
import { Value } from 'typebox/value';
import { type Command, CommandsFileSchema } from './command.ts';
import { CommandsFileError } from './commands-file-error.ts';
import { taskTypeOf } from './task-type-of.ts';
import { placeholdersIn, templateParts } from './template.ts';

/**
 * The commands of a file; without one, none.
 * @throws CommandsFileError with every mistake in the file, by its place there
 */
export async function loadCommands(path: string | undefined): Promise<Command[]> {
  if (path === undefined) return [];
  const found = await parsed(path);
  const filled = Value.Default(CommandsFileSchema, found);
  const mistakes = shapeMistakes(filled);
  const here = dirname(resolve(path));
  const commands = mistakes.length > 0 ? [] : (filled as { commands: Omit<Command, 'here'>[] }).commands;
  const complete = commands.map((command) => ({ ...command, here }));
  mistakes.push(...nameMistakes(complete));
  for (const [index, command] of complete.entries()) {
    const own = [...argvMistakes(command), ...(await schemaMistakes(command))];
    mistakes.push(...own.map((mistake) => `/commands/${index}${mistake}`));
  }
  if (mistakes.length === 0) return complete;
  throw new CommandsFileError(mistakes.map((mistake) => `${path}: ${mistake}`).join('\n'));
}

async function parsed(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (cause) {
    throw new CommandsFileError(`COMMANDS_FILE cannot be read: ${(cause as Error).message}`, { cause });
  }
  // Loaded where there is such a file alone.
  const { parse } = await import('yaml');
  try {
    return parse(text);
  } catch (cause) {
    throw new CommandsFileError(`${path}: ${(cause as Error).message.trim()}`, { cause });
  }
}

function shapeMistakes(value: unknown): string[] {
  const [isValid, errors] = Compile(CommandsFileSchema).Errors(value);
  return isValid ? [] : schemaIssues(errors).map(({ pointer, message }) => `${pointer || '/'} ${message}`);
}

function nameMistakes(commands: readonly Command[]): string[] {
  const taken = new Set<string>([...taskTypes, deliverCallback].map(({ name }) => name));
  return commands.flatMap(({ name }, index) => {
    const isTaken = taken.has(name);
    taken.add(name);
    return isTaken ? [`/commands/${index}/name is that of another task type: ${name}`] : [];
  });
}

function argvMistakes({ argv }: Command): string[] {
  return argv.flatMap((argument, index) => {
    try {
      const isFixed = placeholdersIn(templateParts(argument)).every(({ kind }) => kind === 'here');
      return index > 0 || isFixed ? [] : ['/argv/0 is the program, which no payload and no attempt decides'];
    } catch (error) {
      return [`/argv/${index} ${(error as Error).message}`];
    }
  });
}

/** What is wrong with the schemas, or with the example by them. */
async function schemaMistakes(command: Command): Promise<string[]> {
  const { Ajv2020 } = await import('ajv/dist/2020.js');
  const ajv = new Ajv2020({ strict: true, allErrors: true, formats: { uuid: true, 'date-time': true, uri: true } });
  const { name, payload, result, examples } = taskTypeOf(command);
  const mistakes = [
    ['payload', payload],
    ['result', result.properties.output],
  ].flatMap(([place, schema]) => {
    try {
      ajv.compile(schema as object);
      return [];
    } catch (error) {
      return [`/${place} is no JSON Schema: ${(error as Error).message}`];
    }
  });
  if (mistakes.length > 0) return mistakes;
  const catalogue = new TaskCatalogue([taskTypeOf(command)]);
  return catalogue
    .payloadIssues(name, examples[0].payload)
    .map(({ pointer, message }) => `/example${pointer} ${message}`);
}
