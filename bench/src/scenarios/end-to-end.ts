import { drainRate, fill, sustainedRate } from '../load/sustained-rate.ts';
import { measurementOf, overPeers } from '../report/measurement.ts';
import type { Measurement, Scenario, ScenarioContext, System } from '../scenario.ts';
import { withSystem } from '../systems/with-system.ts';

/** What ours must be over a peer's. */
const FACTORS = { bullmq: 1.2, 'pg-boss': 5, 'graphile-worker': 5 };

interface Sample {
  system: string;
  sustained: number;
  drained: number;
}

/** The rate that one API process and one worker process hold, and how fast the worker alone empties the queue. */
export const endToEnd: Scenario = {
  name: 'end-to-end',
  title: 'tasks per second from POST to stored result, one API and one worker process',
  seconds: 165,

  async run(context) {
    const systems = context.systems.filter((system) => system.hasWorkers);
    const samples: Sample[] = [];
    // A search is several loads, not one: a round of it counts for three.
    const searches = Math.ceil(context.rounds / 3);
    for (let search = 0; search < searches; search++) {
      for (const system of systems) samples.push(await measure(system, context));
    }
    const measurements = systems.flatMap((system) => measurementsOf(system, samples));
    const held = (name: string): number | undefined =>
      measurements.find(({ scenario, system }) => scenario === 'end-to-end' && system === name)?.median;
    return { measurements, targets: overPeers('end to end', held, FACTORS) };
  },
};

async function measure(system: System, { services, sustainedRates, quick, log }: ScenarioContext): Promise<Sample> {
  const options = { workers: 0, concurrency: system.recommendedConcurrency };
  return withSystem(system, services, options, async (running) => {
    const queued = await fill(running, quick ? 5_000 : 10_000, 3);
    const drained = await drainRate(running, queued.tasks);
    log(`${system.name}: ${queued.tasks} queued tasks drained at ${Math.round(drained)}/s`);
    const ceiling = Math.min(drained, queued.perSecond);
    const sustained = await sustainedRate(running, { ceiling, steps: quick ? 3 : 5, seconds: 3, log });
    sustainedRates.set(system.name, sustained);
    log(`${system.name}: holds ${Math.round(sustained)}/s`);
    return { system: system.name, sustained, drained };
  });
}

function measurementsOf(system: System, samples: readonly Sample[]): Measurement[] {
  const own = samples.filter((sample) => sample.system === system.name);
  const figure = (scenario: string, values: number[]): Measurement =>
    measurementOf(system, { scenario, unit: 'tasks/s', samples: values });
  return [
    figure(
      'end-to-end',
      own.map((sample) => sample.sustained),
    ),
    figure(
      'drain',
      own.map((sample) => sample.drained),
    ),
  ];
}
