import { loadSystems } from '../catalogue.ts';
import { rememberRate } from '../load/known-rates.ts';
import { drainRate, fill, sustainedRate } from '../load/sustained-rate.ts';
import { median } from '../report/statistics.ts';
import type { Measurement, Scenario, ScenarioContext, System, Target } from '../scenario.ts';

interface Sample {
  system: string;
  sustained: number;
  drained: number;
}

/** The rate that one API process and one worker process hold, and how fast the worker alone empties the queue. */
export const endToEnd: Scenario = {
  name: 'end-to-end',
  title: 'tasks per second from POST to stored result, one API and one worker process',
  seconds: 260,

  async run(context) {
    const systems = (await loadSystems(context.log)).filter((system) => system.hasWorkers);
    const samples: Sample[] = [];
    // A search is eight loads, not one: a round of it counts for three.
    const searches = Math.ceil(context.rounds / 3);
    for (let search = 0; search < searches; search++) {
      for (const system of systems) samples.push(await measure(system, context));
    }
    const measurements = systems.flatMap((system) => measurementsOf(system, samples));
    return { measurements, targets: targetsOf(measurements) };
  },
};

async function measure(system: System, { services, quick, log }: ScenarioContext): Promise<Sample> {
  const running = await system.start(services, { workers: 0, concurrency: system.recommendedConcurrency });
  try {
    const queued = await fill(running, quick ? 5_000 : 20_000, quick ? 3 : 6);
    const drained = await drainRate(running, queued.tasks);
    log(`${system.name}: ${queued.tasks} queued tasks drained at ${Math.round(drained)}/s`);
    const ceiling = Math.min(drained, queued.perSecond);
    const sustained = await sustainedRate(running, { ceiling, steps: quick ? 3 : 5, seconds: quick ? 3 : 4, log });
    rememberRate(system.name, sustained);
    log(`${system.name}: holds ${Math.round(sustained)}/s`);
    return { system: system.name, sustained, drained };
  } finally {
    await running.stop();
  }
}

function measurementsOf({ name, durability }: System, samples: readonly Sample[]): Measurement[] {
  const own = samples.filter((sample) => sample.system === name);
  const series = { 'end-to-end': own.map((one) => one.sustained), drain: own.map((one) => one.drained) };
  return Object.entries(series).map(([scenario, values]) => ({
    scenario,
    system: name,
    connections: null,
    median: median(values),
    p50: null,
    p99: null,
    unit: 'tasks/s',
    ratioToLimit: null,
    durability,
    samples: values,
  }));
}

function targetsOf(measurements: readonly Measurement[]): Target[] {
  const of = (name: string): number | undefined =>
    measurements.find(({ scenario, system }) => scenario === 'end-to-end' && system === name)?.median;
  const goals = [
    { peer: 'bullmq', factor: 1.2 },
    { peer: 'pg-boss', factor: 5 },
    { peer: 'graphile-worker', factor: 5 },
  ];
  return goals.flatMap(({ peer, factor }) => {
    const [ours, theirs] = [of('offload'), of(peer)];
    if (ours === undefined || theirs === undefined) return [];
    const value = ours / theirs;
    return [{ text: `end to end over ${peer}`, value, goal: `>= ${factor}`, met: value >= factor }];
  });
}
