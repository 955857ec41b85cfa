import type { createClient, paths, TaskSummary } from '@offload/client';
import { TASK_STATES } from '@offload/contract';
import { Command, InvalidArgumentError, Option } from 'commander';
import { answerOf } from './answer.ts';
import { addKeyCommands } from './key-commands.ts';
import { type LocalFiles, taskForm } from './task-form.ts';

export interface ProgramOptions {
  url: string;
  client: ReturnType<typeof createClient>;
  print(line: string): void;
}

type ListQuery = paths['/tasks']['get']['parameters']['query'];

/** The commands of `offload`. */
export function createProgram({ url, client, print }: ProgramOptions): Command {
  const program = new Command('offload').description('Submit, follow and cancel tasks.');

  program
    .command('submit <type> [payload]')
    .description('submit a task and print it; the payload is JSON')
    .option('--file <name=path>', 'a file that the payload calls { "file": "<name>" }; any number', namedFile)
    .addHelpText(
      'after',
      `
Examples: offload submit sleep '{"message":"Hello..."}'
          offload submit image.resize '{"image":{"file":"photo"},"width":320}' --file photo=./photo.jpg`,
    )
    .action(async (type: string, payload = '{}', { file: files }: { file?: LocalFiles }) => {
      // The API checks type and payload, and names what is wrong with them.
      const task = { type, payload: parsed(payload) };
      const body = (files ? await taskForm(task, files) : task) as never;
      print(pretty(await answerOf(url, client.POST('/tasks', { body }))));
    });

  program
    .command('get <id>')
    .description('print a task')
    .action(async (id: string) => {
      print(pretty(await answerOf(url, client.GET('/tasks/{id}', { params: { path: { id } } }))));
    });

  program
    .command('result <id>')
    .description('print what a task came to')
    .action(async (id: string) => {
      print(pretty(await answerOf(url, client.GET('/tasks/{id}/result', { params: { path: { id } } }))));
    });

  program
    .command('list')
    .description('list tasks, newest first; times are RFC 3339')
    .addOption(new Option('--state <states...>', 'only tasks in one of these states').choices(TASK_STATES))
    .option('--type <type>', 'only tasks of this type')
    .option('--queue <queue>', 'only tasks of this queue')
    .option('--tag <tag>', 'only tasks with this tag')
    .option('--created-from <time>', 'only tasks that were accepted at that time or later')
    .option('--created-before <time>', 'only tasks that were accepted before')
    .option('--finished-from <time>', 'only tasks that have finished at that time or later')
    .option('--finished-before <time>', 'only tasks that have finished before')
    .option('--limit <number>', 'tasks to list, 1 to 100', wholeNumber, 20)
    .option('--json', 'print the page as the API answers it')
    .action(async ({ json, ...query }: ListQuery & { json?: true }) => {
      const page = await answerOf(url, client.GET('/tasks', { params: { query } }));
      if (json) print(pretty(page));
      else for (const line of page.items.map(summary)) print(line);
    });

  program
    .command('counts')
    .description('print how many tasks are in each state')
    .action(async () => {
      const { counts, limit } = await answerOf(url, client.GET('/tasks/counts'));
      for (const [state, count] of Object.entries(counts)) {
        print(`${state.padEnd(9)}  ${count}${count === limit ? ' or more' : ''}`);
      }
    });

  program
    .command('cancel <id>')
    .description('cancel a task; the worker of a running one is told to stop')
    .action(async (id: string) => {
      const task = await answerOf(url, client.POST('/tasks/{id}/cancel', { params: { path: { id } } }));
      print(`${task.id} ${task.state === 'cancelled' ? 'cancelled' : 'is being cancelled'}`);
    });

  program
    .command('retry <id>')
    .description('start a finished task over')
    .action(async (id: string) => {
      const task = await answerOf(url, client.POST('/tasks/{id}/retry', { params: { path: { id } } }));
      print(`${task.id} ${task.state}`);
    });

  program
    .command('new-task [words...]')
    .description("send a message as the tutorial's new_task does: each dot is a second of work")
    .action(async (words: string[]) => {
      const message = words.join(' ') || 'Hello World!';
      await answerOf(url, client.POST('/tasks', { body: { type: 'sleep', payload: { message } } }));
      print(` [x] Sent '${message}'`);
    });

  addKeyCommands(program, { url, client, print });
  return program;
}

function parsed(payload: string): unknown {
  try {
    return JSON.parse(payload) as unknown;
  } catch (cause) {
    throw new InvalidArgumentError(`payload is not JSON: ${(cause as Error).message}`);
  }
}

function namedFile(text: string, others?: LocalFiles): LocalFiles {
  const [, name, path] = /^([^=]+)=(.+)$/s.exec(text) ?? [];
  if (name === undefined || path === undefined) throw new InvalidArgumentError('It must be a name and a path.');
  return { ...others, [name]: path };
}

function wholeNumber(text: string): number {
  if (!/^\d+$/.test(text)) throw new InvalidArgumentError('It must be a whole number.');
  return Number(text);
}

function pretty(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function summary({ id, state, type, createdAt }: TaskSummary): string {
  return `${id}  ${state.padEnd(9)}  ${type.padEnd(12)}  ${createdAt}`;
}
