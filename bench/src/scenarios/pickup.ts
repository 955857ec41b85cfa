import { loadSystems } from '../catalogue.ts';
import { knownRate } from '../load/known-rates.ts';
import { pickupTimes } from '../load/pickup-times.ts';
import { runLoad } from '../load/wrk.ts';
import { median, quantile } from '../report/statistics.ts';
import type { Measurement, RunningSystem, Scenario, ScenarioContext, System, Target } from '../scenario.ts';

/** Tasks per second at half load, when this run has not measured what a system holds. */
const UNKNOWN_RATE = 1_000;
const CONNECTIONS = 64;
const SETTINGS = ['pickup', 'pickup-half-load'] as const;

interface Sample {
  scenario: (typeof SETTINGS)[number];
  system: string;
  timesMs: number[];
}

/** From the moment before a POST is sent to the moment at which the handler begins. */
export const pickup: Scenario = {
  name: 'pickup',
  title: 'milliseconds from POST to handler, idle and at half of what each system holds',
  seconds: 100,

  async run(context) {
    const { services, rounds, log } = context;
    const systems = (await loadSystems(log)).filter((system) => system.hasWorkers);
    const samples: Sample[] = [];
    // Each round has hundreds of tasks: it counts for three.
    for (let round = 0; round < Math.ceil(rounds / 3); round++) {
      for (const system of systems) {
        const running = await system.start(services, { workers: 1, concurrency: system.recommendedConcurrency });
        try {
          samples.push(...(await measure(system, running, context)));
        } finally {
          await running.stop();
        }
      }
    }
    const measurements = SETTINGS.flatMap((scenario) =>
      systems.map((system) => measurementOf(scenario, system, samples)),
    );
    return { measurements, targets: targetsOf(measurements) };
  },
};

async function measure(system: System, running: RunningSystem, { quick, log }: ScenarioContext): Promise<Sample[]> {
  const { name } = system;
  await runLoad({ submit: running.submit, connections: 8, seconds: 1, rate: 200 });
  await pickupTimes(running, { tasks: 20, pauseMs: 10 });
  const idle = await pickupTimes(running, { tasks: quick ? 100 : 300, pauseMs: 10 });

  const rate = (knownRate(name) ?? 2 * UNKNOWN_RATE) / 2;
  const seconds = quick ? 3 : 6;
  const load = runLoad({ submit: running.submit, connections: CONNECTIONS, seconds, rate });
  // Fewer than the load lasts for, so that none is submitted after it.
  const busy = await pickupTimes(running, { tasks: seconds * 30, pauseMs: 20 });
  await load;
  const figures = (times: number[]): string =>
    `p50 ${median(times).toFixed(1)}, p99 ${quantile(times, 0.99).toFixed(1)}`;
  log(`${name}: idle ${figures(idle)} ms; at ${Math.round(rate)}/s ${figures(busy)} ms`);
  return [
    { scenario: 'pickup', system: name, timesMs: idle },
    { scenario: 'pickup-half-load', system: name, timesMs: busy },
  ];
}

function measurementOf(scenario: Sample['scenario'], system: System, samples: readonly Sample[]): Measurement {
  const own = samples.filter((sample) => sample.scenario === scenario && sample.system === system.name);
  const medians = own.map(({ timesMs }) => median(timesMs));
  return {
    scenario,
    system: system.name,
    connections: null,
    median: median(medians),
    p50: median(medians),
    p99: median(own.map(({ timesMs }) => quantile(timesMs, 0.99))),
    unit: 'ms',
    ratioToLimit: null,
    durability: system.durability,
    samples: medians,
  };
}

function targetsOf(measurements: readonly Measurement[]): Target[] {
  return SETTINGS.flatMap((scenario) => {
    const of = (name: string): Measurement | undefined =>
      measurements.find((one) => one.scenario === scenario && one.system === name);
    const [ours, theirs] = [of('offload'), of('bullmq')];
    if (ours === undefined || theirs === undefined) return [];
    return (['p50', 'p99'] as const).map((figure) => {
      const value = (ours[figure] ?? Number.NaN) / (theirs[figure] ?? Number.NaN);
      return { text: `${scenario} ${figure} over bullmq`, value, goal: '<= 1', met: value <= 1 };
    });
  });
}
