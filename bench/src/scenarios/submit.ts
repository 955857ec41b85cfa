import { type LoadResult, runLoad } from '../load/wrk.ts';
import { median } from '../report/statistics.ts';
import type { Measurement, Scenario, System, Target } from '../scenario.ts';

const CONNECTIONS = [64, 256];
const WARM_UP_SECONDS = 2;

interface Sample extends LoadResult {
  system: string;
  connections: number;
}

/** Durable submissions per second, with nobody taking the tasks. */
export const submit: Scenario = {
  name: 'submit',
  title: 'durable POSTs per second',
  seconds: 280,

  async run({ services, systems, quick, rounds, log }) {
    const seconds = quick ? 3 : 4;
    const samples: Sample[] = [];
    for (let round = 1; round <= rounds; round++) {
      for (const system of systems) {
        const running = await system.start(services, { workers: 0, concurrency: system.recommendedConcurrency });
        try {
          await runLoad({ submit: running.submit, connections: 64, seconds: WARM_UP_SECONDS });
          for (const connections of CONNECTIONS) {
            const result = await runLoad({ submit: running.submit, connections, seconds });
            samples.push({ ...result, system: system.name, connections });
            log(`round ${round}, ${system.name}, ${connections} connections: ${Math.round(result.perSecond)}/s`);
          }
        } finally {
          await running.stop();
        }
      }
    }
    const measurements = CONNECTIONS.flatMap((connections) => measurementsAt(connections, systems, samples));
    return { measurements, targets: targetsOf(measurements) };
  },
};

function measurementsAt(connections: number, systems: readonly System[], samples: readonly Sample[]): Measurement[] {
  const of = (name: string): Sample[] =>
    samples.filter((sample) => sample.system === name && sample.connections === connections);
  const ofLimit = of('limit');
  // Not measured when only other systems were asked for.
  const limit = ofLimit.length === 0 ? undefined : median(ofLimit.map((sample) => sample.perSecond));
  return systems.map(({ name, durability }) => {
    const own = of(name);
    const perSecond = median(own.map((sample) => sample.perSecond));
    return {
      scenario: 'submit',
      system: name,
      connections,
      median: perSecond,
      p50: median(own.map((sample) => sample.p50Ms)),
      p99: median(own.map((sample) => sample.p99Ms)),
      unit: 'tasks/s',
      ratioToLimit: limit === undefined ? null : perSecond / limit,
      durability,
      samples: own.map((sample) => sample.perSecond),
    };
  });
}

function targetsOf(measurements: readonly Measurement[]): Target[] {
  const goals = [
    { peer: 'limit', factor: 0.8 },
    { peer: 'pg-boss', factor: 4 },
    { peer: 'graphile-worker', factor: 8 },
  ];
  return CONNECTIONS.flatMap((connections) => {
    const of = (name: string): number | undefined =>
      measurements.find((one) => one.system === name && one.connections === connections)?.median;
    return goals.flatMap(({ peer, factor }) => {
      const [ours, theirs] = [of('offload'), of(peer)];
      if (ours === undefined || theirs === undefined) return [];
      const value = ours / theirs;
      const text = `submit at ${connections} connections over ${peer}`;
      return [{ text, value, goal: `>= ${factor}`, met: value >= factor }];
    });
  });
}
