import { pickupTimes } from '../load/pickup-times.ts';
import { runLoad } from '../load/wrk.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median, quantile } from '../report/statistics.ts';
import type { Measurement, RunningSystem, Scenario, ScenarioContext, System, Target } from '../scenario.ts';
import { withSystem } from '../systems/with-system.ts';

/** Tasks per second at half load, when this run has not measured what a system holds. */
const UNKNOWN_HALF_RATE = 1_000;
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
  seconds: 70,

  async run(context) {
    const systems = context.systems.filter((system) => system.hasWorkers);
    const samples: Sample[] = [];
    // Each round has hundreds of tasks: it counts for three.
    for (let round = 0; round < Math.ceil(context.rounds / 3); round++) {
      for (const system of systems) {
        const options = { workers: 1, concurrency: system.recommendedConcurrency };
        samples.push(
          ...(await withSystem(system, context.services, options, (running) => measure(system, running, context))),
        );
      }
    }
    const measurements = SETTINGS.flatMap((scenario) => systems.map((system) => summaryOf(scenario, system, samples)));
    return { measurements, targets: targetsOf(measurements) };
  },
};

async function measure(
  { name }: System,
  running: RunningSystem,
  { sustainedRates, quick, log }: ScenarioContext,
): Promise<Sample[]> {
  const { submit } = running;
  await runLoad({ submit, connections: 8, seconds: 1, rate: 200 });
  await pickupTimes(running, { tasks: 20, pauseMs: 10 });
  const idle = await pickupTimes(running, { tasks: quick ? 100 : 300, pauseMs: 10 });

  const sustained = sustainedRates.get(name);
  const rate = sustained ? sustained / 2 : UNKNOWN_HALF_RATE;
  const seconds = quick ? 3 : 5;
  const load = runLoad({ submit, connections: CONNECTIONS, seconds, rate });
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

function summaryOf(scenario: Sample['scenario'], system: System, samples: readonly Sample[]): Measurement {
  const own = samples.filter((sample) => sample.scenario === scenario && sample.system === system.name);
  const medians = own.map(({ timesMs }) => median(timesMs));
  const p99 = median(own.map(({ timesMs }) => quantile(timesMs, 0.99)));
  return measurementOf(system, { scenario, p50: median(medians), p99, unit: 'ms', samples: medians });
}

function targetsOf(measurements: readonly Measurement[]): Target[] {
  return SETTINGS.flatMap((scenario) => {
    const of = (name: string): Measurement | undefined =>
      measurements.find((one) => one.scenario === scenario && one.system === name);
    const [ours, theirs] = [of('offload'), of('bullmq')];
    if (ours === undefined || theirs === undefined) return [];
    return (['p50', 'p99'] as const).map((figure) =>
      atMost(`${scenario} ${figure} over bullmq`, (ours[figure] ?? Number.NaN) / (theirs[figure] ?? Number.NaN), 1),
    );
  });
}
