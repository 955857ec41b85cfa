import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { Command, CommandResult } from '@offload/commands';
import { type Handler, type HandlerContext, NonRetryableError } from '@offload/handler';
import { type ProcessExit, ProcessGroup } from '@offload/process-group';
import type { Environment } from '../config.ts';
import { BoundedOutput } from './bounded-output.ts';
import { commandLine } from './command-line.ts';
import { localPayload } from './local-payload.ts';
import { keepMadeFiles } from './made-files.ts';
import { SaidLines } from './said-lines.ts';

/** Milliseconds from SIGTERM to SIGKILL; less than the grace after which a handler is given up. */
const END_GRACE_MS = 2000;

/** Variables that every program gets as the worker has them. */
const ENVIRONMENT = ['PATH', 'LANG', 'LC_ALL', 'TZ'];

const MEBIBYTE = 2 ** 20;

export interface CommandOptions {
  /** Path of the program. */
  program: string;
  /** Bytes that a file may have. */
  maxFileBytes: number;
  /** Those of the worker's environment. */
  variables: Environment;
}

/** Runs a command: `argv` is its program and arguments, its payload is on standard input. */
export function commandHandler(
  command: Command,
  { program, maxFileBytes, variables }: CommandOptions,
): Handler<unknown, CommandResult> {
  const { concurrency } = command;

  async function handle(context: HandlerContext<unknown>): Promise<CommandResult> {
    const { files, logger, signal } = context;
    const payload = await localPayload(context.payload, files);
    const folder = await files.folder();
    const out = join(folder, 'out');
    await mkdir(out);
    const group = new ProcessGroup({
      argv: [program, ...commandLine(command, { payload, out })],
      cwd: command.cwd === undefined ? folder : resolve(command.here, command.cwd),
      env: {
        ...allowed(variables, command),
        HOME: folder,
        TMPDIR: folder,
        OFFLOAD_TASK_ID: context.taskId,
        OFFLOAD_ATTEMPT: String(context.attempt),
        OFFLOAD_OUT: out,
      },
      stdio: ['pipe', 'pipe', 'pipe'],
      maxFileBytes,
    });
    const output = await completed(group, command, context, payload);
    signal.throwIfAborted();
    return { output, files: await keepMadeFiles(out, files, logger) };
  }

  return concurrency === undefined ? handle : Object.assign(handle, { concurrency });
}

function allowed(variables: Environment, { env }: Command): Record<string, string> {
  const own = [...ENVIRONMENT, ...env].flatMap((name) => {
    const value = variables[name];
    return value === undefined ? [] : [[name, value]];
  });
  return Object.fromEntries(own);
}

/** What the program has written, once it has ended well. Whatever happens, all of the group has ended then. */
async function completed(
  group: ProcessGroup,
  command: Command,
  context: HandlerContext<unknown>,
  payload: unknown,
): Promise<unknown> {
  const { stdin, stdout, stderr } = group.process;
  if (!stdin || !stdout || !stderr) throw new Error('the command has no pipes');
  // A program that does not read its input is none the worse.
  stdin.on('error', () => undefined);
  stdin.end(JSON.stringify(payload));
  const said = new SaidLines(stderr, context);
  const output = new BoundedOutput(stdout, command.stdoutBytes);
  const over = new AbortController();
  try {
    const exit = await Promise.race([
      group.exit,
      output.tooMuch,
      outOfMemory(group, command.memoryMb, over.signal),
      stopped(group, context.signal, over.signal),
    ]);
    // Whoever is left may hold the pipes open.
    await group.end();
    await Promise.all([finished(stdout), finished(stderr)]);
    checkExit(exit, command, said.last);
    return output.read(command.stdout);
  } finally {
    over.abort();
    await group.end();
  }
}

/** Asks the program to end when the attempt has to. Rejects with the reason when the program has not done so in time. */
async function stopped(group: ProcessGroup, signal: AbortSignal, over: AbortSignal): Promise<never> {
  const either = AbortSignal.any([signal, over]);
  if (!either.aborted) await once(either, 'abort');
  if (!over.aborted) {
    group.signal('SIGTERM');
    await delay(END_GRACE_MS, undefined, { signal: over }).catch(() => undefined);
  }
  throw signal.reason;
}

async function outOfMemory(group: ProcessGroup, maxMb: number, over: AbortSignal): Promise<never> {
  if (!(await group.growsBeyond(maxMb * MEBIBYTE, over))) return new Promise(() => {});
  throw new NonRetryableError(`the command took more than ${maxMb} MiB of memory`);
}

function checkExit({ code, signal }: ProcessExit, { finalExitCodes }: Command, last: string): void {
  if (code === 0) return;
  if (signal === 'SIGXFSZ') throw new NonRetryableError('the command wrote a file that is larger than a file may be');
  const reason = `the command ended with ${signal ?? `exit code ${code}`}${last === '' ? '' : `: ${last}`}`;
  throw code !== null && finalExitCodes.includes(code) ? new NonRetryableError(reason) : new Error(reason);
}
