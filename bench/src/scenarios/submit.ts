import { type LoadResult, runLoad } from '../load/wrk.ts';
import { measurementOf, overPeers } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Measurement, Scenario, System } from '../scenario.ts';
import { withSystem } from '../systems/with-system.ts';

const CONNECTIONS = [64, 256];
/** Until then, much of a process is its compiler. */
const WARM_UP_SECONDS = 5;
const MEASURED_SECONDS = 3;
/** What ours must be over a peer's. */
const FACTORS = { limit: 0.8, 'pg-boss': 4, 'graphile-worker': 8 };

interface Sample extends LoadResult {
  system: string;
  connections: number;
}

/** Durable submissions per second, with nobody taking the tasks. */
export const submit: Scenario = {
  name: 'submit',
  title: 'durable POSTs per second',
  seconds: 250,

  async run({ services, systems, rounds, log }) {
    const samples: Sample[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const system of systems) {
        const options = { workers: 0, concurrency: system.recommendedConcurrency };
        await withSystem(system, services, options, async (running) => {
          await runLoad({ submit: running.submit, connections: 64, seconds: WARM_UP_SECONDS });
          for (const connections of CONNECTIONS) {
            const result = await runLoad({ submit: running.submit, connections, seconds: MEASURED_SECONDS });
            samples.push({ ...result, system: system.name, connections });
            log(`round ${round}, ${system.name}, ${connections} connections: ${Math.round(result.perSecond)}/s`);
          }
        });
      }
    }
    const measurements = CONNECTIONS.flatMap((connections) => measurementsAt(connections, systems, samples));
    const targets = CONNECTIONS.flatMap((connections) => {
      const perSecond = (name: string): number | undefined =>
        measurements.find((one) => one.system === name && one.connections === connections)?.median;
      return overPeers(`submit at ${connections} connections`, perSecond, FACTORS);
    });
    return { measurements, targets };
  },
};

function measurementsAt(connections: number, systems: readonly System[], samples: readonly Sample[]): Measurement[] {
  const of = (name: string): Sample[] =>
    samples.filter((sample) => sample.system === name && sample.connections === connections);
  const medianOf = (own: readonly Sample[], figure: keyof LoadResult): number =>
    median(own.map((sample) => sample[figure]));
  // Not measured when only other systems were asked for.
  const limit = of('limit').length === 0 ? undefined : medianOf(of('limit'), 'perSecond');
  return systems.map((system) => {
    const own = of(system.name);
    return measurementOf(system, {
      scenario: 'submit',
      connections,
      p50: medianOf(own, 'p50Ms'),
      p99: medianOf(own, 'p99Ms'),
      unit: 'tasks/s',
      ratioToLimit: limit === undefined ? null : medianOf(own, 'perSecond') / limit,
      samples: own.map((sample) => sample.perSecond),
    });
  });
}
