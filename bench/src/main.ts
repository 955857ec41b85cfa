import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { provision } from '../../test/services/dist/src/index.js';
import { loadScenario, onlyOnRequest, scenarioNames } from './catalogue.ts';
import { provisionLoad } from './load/wrk.ts';
import { writeResults } from './report/results-file.ts';
import { renderTable, renderTargets } from './report/table.ts';
import type { Measurement, Scenario, Target } from './scenario.ts';
import { startServices } from './services/start.ts';

const USAGE = `npm run bench -- [--only submit,pickup] [--quick] [--rounds 3]

  --only    scenarios, separated by commas: ${scenarioNames.join(', ')}
  --quick   one short round of each: figures to see that it works, not to compare by
  --rounds  times that each figure is taken; the table shows the median (default 3, quick: 1)
`;

const startedAt = performance.now();

function log(line: string): void {
  console.error(`[${Math.round((performance.now() - startedAt) / 1000)} s] ${line}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const { quick } = values;
  const rounds = Number(values.rounds ?? (quick ? 1 : 3));
  if (!Number.isInteger(rounds) || rounds < 1) throw new Error(`--rounds ${values.rounds} is not a number of rounds`);
  const names = values.only?.split(',') ?? scenarioNames.filter((name) => !onlyOnRequest.includes(name));
  const scenarios: Scenario[] = [];
  for (const name of names) scenarios.push(await loadScenario(name));

  provision(undefined, console.error);
  provisionLoad();
  log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  const { measurements, targets } = await runAll(scenarios, { quick, rounds });
  console.log(`\n${renderTable(measurements)}\n\n${renderTargets(targets)}\n`);
  log(`written: ${writeResults(measurements).join(', ')}`);
}

async function runAll(
  scenarios: readonly Scenario[],
  options: { quick: boolean; rounds: number },
): Promise<{ measurements: Measurement[]; targets: Target[] }> {
  const measurements: Measurement[] = [];
  const targets: Target[] = [];
  const services = await startServices();
  try {
    for (const scenario of scenarios) {
      log(`${scenario.name}: ${scenario.title}${options.quick ? '' : ` (about ${scenario.seconds} s)`}`);
      const result = await scenario.run({ services, ...options, log });
      measurements.push(...result.measurements);
      targets.push(...result.targets);
    }
  } finally {
    await services.stop();
  }
  return { measurements, targets };
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
