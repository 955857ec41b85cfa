import { provision, services } from '@offload/test-services';
import { type Figures, table } from './figures.ts';
import { readOptions, type StormOptions, UsageError, usage } from './options.ts';
import { runStorm } from './storm.ts';

/** Lines; a purged queue gives hundreds that are alike. */
const SHOWN_FINDINGS = 30;

class Interruption extends Error {}

async function main(options: StormOptions): Promise<void> {
  const announce = (line: string): void => void process.stderr.write(`${line}\n`);
  provision(services, announce);
  const interruption = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => interruption.abort(new Interruption(`interrupted by ${signal}`)));
  }
  const { figures, findings } = await runStorm(options, { announce, signal: interruption.signal });
  for (const finding of findings.slice(0, SHOWN_FINDINGS)) announce(finding);
  if (findings.length > SHOWN_FINDINGS) announce(`… and ${findings.length - SHOWN_FINDINGS} more in report.json`);
  console.log(`${table(figures)}\n\n${verdict(figures)}\n\n${JSON.stringify(figures)}`);
  if (figures.lost > 0 || figures.resultsStoredTwice > 0) process.exitCode = 1;
}

function verdict({ accepted, lost, resultsStoredTwice }: Figures): string {
  if (lost === 0 && resultsStoredTwice === 0) return `All ${accepted} accepted tasks ended once, as they had to.`;
  return `${lost} of ${accepted} accepted tasks are lost, ${resultsStoredTwice} ended more than once.`;
}

function explained(error: unknown): string {
  if (error instanceof UsageError) return `${error.message}\n\n${usage}`;
  if (error instanceof Interruption) return `${error.message}\n`;
  return `${(error as Error).stack}\n`;
}

try {
  const options = readOptions(process.argv.slice(2));
  if (options === 'help') console.log(usage);
  else await main(options);
} catch (error) {
  process.stderr.write(explained(error));
  process.exitCode = 1;
}
