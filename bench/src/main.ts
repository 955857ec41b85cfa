import { cpus, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import { provision } from '../../test/services/dist/src/index.js';
import { loadScenario, loadSystems, onlyOnRequest, scenarioNames, systemNames } from './catalogue.ts';
import { provisionLoad } from './load/wrk.ts';
import { writeResults } from './report/results-file.ts';
import { renderTable, renderTargets } from './report/table.ts';
import type { Measurement, Scenario, ScenarioContext, ScenarioResult, Target } from './scenario.ts';
import { startServices } from './services/start.ts';
import { createTimeBudget, type TimeBudget } from './time-budget.ts';

const LIMIT_MINUTES = 14;

const USAGE = `npm run bench -- [--only submit,pickup] [--systems offload,limit] [--quick] [--rounds 3] [--minutes 20]

  --only    scenarios, separated by commas: ${scenarioNames.join(', ')}
  --systems those that are compared, separated by commas: ${systemNames.join(', ')}
  --quick   one short round of each: figures to see that it works, not to compare by
  --rounds  times that each figure is taken; the table shows the median (default 3, quick: 1)
  --minutes length of the soak, which runs only when it is named (default 20, quick: 2)

Without --only, scenarios that do not fit into ${LIMIT_MINUTES} minutes any more are left out.
`;

const startedAt = performance.now();

function log(line: string): void {
  console.error(`[${Math.round((performance.now() - startedAt) / 1000)} s] ${line}`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      only: { type: 'string' },
      systems: { type: 'string' },
      quick: { type: 'boolean', default: false },
      rounds: { type: 'string' },
      minutes: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const { quick } = values;
  const rounds = wholeNumber('--rounds', values.rounds ?? (quick ? '1' : '3'));
  const soakMinutes = wholeNumber('--minutes', values.minutes ?? (quick ? '2' : '20'));
  const names = values.only?.split(',') ?? scenarioNames.filter((name) => !onlyOnRequest.includes(name));
  const scenarios: Scenario[] = [];
  for (const name of names) scenarios.push(await loadScenario(name));

  provision(undefined, console.error);
  provisionLoad();
  const systems = await loadSystems(values.systems?.split(',') ?? systemNames, log);
  log(
    `${cpus().length} × ${cpus()[0]?.model ?? 'processor'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
  );
  if (values.only === undefined && !quick)
    log(`about ${Math.ceil(sum(scenarios.map(({ seconds }) => seconds)) / 60)} minutes`);
  const budget = createTimeBudget(values.only === undefined ? LIMIT_MINUTES * 60 : Number.POSITIVE_INFINITY);
  const options = { systems, quick, rounds, soakMinutes, sustainedRates: new Map<string, number>(), log };
  const { measurements, targets } = await runAll(scenarios, budget, options);
  console.log(`\n${renderTable(measurements)}\n\n${renderTargets(targets)}\n`);
  log(`written: ${writeResults(measurements).join(', ')}`);
}

async function runAll(
  scenarios: readonly Scenario[],
  budget: TimeBudget,
  options: Omit<ScenarioContext, 'services'>,
): Promise<ScenarioResult> {
  const measurements: Measurement[] = [];
  const targets: Target[] = [];
  const services = await startServices();
  try {
    for (const scenario of scenarios) {
      if (!budget.fits(scenario)) {
        log(`${scenario.name} is left out: there is no time left for it`);
        continue;
      }
      log(`${scenario.name}: ${scenario.title}`);
      const begunAt = performance.now();
      const result = await scenario.run({ services, ...options });
      budget.spend(scenario, (performance.now() - begunAt) / 1000);
      measurements.push(...result.measurements);
      targets.push(...result.targets);
    }
  } finally {
    await services.stop();
  }
  return { measurements, targets };
}

function wholeNumber(option: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`${option} expects a whole number from 1, got: ${text}`);
  return value;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

try {
  await main();
} catch (error) {
  console.error(error);
  process.exitCode = 1;
}
