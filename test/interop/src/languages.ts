import { fileURLToPath } from 'node:url';
import { compileGoProgram } from './compile-go-program.ts';
import { PYTHON } from './language-requirements.ts';

export type ProgramName = 'new_task' | 'worker';

/** A language that the tutorial exists in, with our programs in its style. */
export interface Language {
  name: string;
  /** Whether its programs publish through the direct exchange TASK_EXCHANGE rather than the default exchange, as the tutorial's PHP ones do. */
  usesExchange: boolean;
  /** The command that runs a program, and its first arguments. */
  command(program: ProgramName): Promise<[string, ...string[]]>;
}

export const javascript: Language = {
  name: 'JavaScript',
  usesExchange: false,
  command: async (program) => [process.execPath, source(`javascript/${program}.js`)],
};

export const python: Language = {
  name: 'Python',
  usesExchange: false,
  // Unbuffered: its output goes to a pipe.
  command: async (program) => [PYTHON, '-u', source(`python/${program}.py`)],
};

export const php: Language = {
  name: 'PHP',
  usesExchange: true,
  command: async (program) => ['php', source(`php/${program}.php`)],
};

export const go: Language = {
  name: 'Go',
  usesExchange: false,
  command: async (program) => [await compileGoProgram(source(`go/${program}.go`))],
};

export const languages: readonly Language[] = [javascript, python, php, go];

/** Path of a program's source, seen from the compiled file. */
function source(path: string): string {
  return fileURLToPath(new URL(`../../programs/${path}`, import.meta.url));
}
