import { endToEndRate } from '../product/end-to-end-rate.ts';
import { observe, type Sample } from '../product/soak-observation.ts';
import { atMost, measurementOf } from '../report/measurement.ts';
import { median, slopeOf } from '../report/statistics.ts';
import type { Scenario, Services, Target } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { withSystem } from '../systems/with-system.ts';

/** Finished tasks are deleted after a quarter of the time: the table has its full size for the second half. */
const RETENTION_SHARE = 0.25;
const LOAD = { connections: 64, concurrency: 50 };
/** Share of its memory by which a process may seem to grow in the observed time: noise of the collector. */
const GROWTH = 0.1;
const SIZE_GROWTH = 1.1;

const FIGURES = {
  apiMb: 'RSS of the API',
  workerMb: 'RSS of the worker',
  tableMb: 'table',
  indexesMb: 'indexes',
} as const;

type Figure = keyof typeof FIGURES;

/** Half of what goes end to end, for long: memory, table and indexes must not grow. Not a part of the default run. */
export const soak: Scenario = {
  name: 'soak',
  title: 'half load for a long time',
  seconds: 21 * 60,
  async run({ services, sustainedRates, soakMinutes: minutes, log }) {
    const rate = Math.floor((sustainedRates.get(offload.name) || (await fullRate(services))) / 2);
    const retentionMinutes = minutes * RETENTION_SHARE;
    log(`${rate} tasks/s for ${minutes} minutes, finished tasks kept for ${retentionMinutes} minutes`);
    const samples = await observe(services, { ...LOAD, rate, minutes, retentionMinutes, log });
    // Caches fill and code is compiled in the beginning; the table is as large as it gets after a quarter, a janitor's minute and
    // one of autovacuum: sizes of soaks much shorter than twenty minutes still grow.
    const late = samples.slice(Math.floor(samples.length / 2));
    const middle = samples.slice(Math.floor(samples.length / 4), Math.floor(samples.length / 2));
    const figure = (variant: string, unit: string, values: number[]) =>
      measurementOf(offload, { scenario: 'soak', variant, unit, samples: values });
    return {
      measurements: [
        ...figures.map((of) => figure(FIGURES[of], 'MB', valuesOf(samples, of))),
        figure('slope of the API', 'MB/h', [slope(late, 'apiMb')]),
        figure('slope of the worker', 'MB/h', [slope(late, 'workerMb')]),
      ],
      targets: [
        growth(late, 'apiMb'),
        growth(late, 'workerMb'),
        bounded(middle, late, 'tableMb'),
        bounded(middle, late, 'indexesMb'),
      ],
    };
  },
};

const figures = Object.keys(FIGURES) as Figure[];

function fullRate(services: Services): Promise<number> {
  return withSystem(offload, services, { workers: 1, concurrency: LOAD.concurrency }, (system) =>
    endToEndRate(system, LOAD.connections, 5),
  );
}

function valuesOf(samples: readonly Sample[], of: Figure): number[] {
  return samples.map((sample) => sample[of]);
}

/** Megabytes per hour. */
function slope(samples: readonly Sample[], of: Figure): number {
  return slopeOf(samples.map((one) => ({ x: one.hours, y: one[of] })));
}

function growth(late: readonly Sample[], of: Figure): Target {
  const hours = (late.at(-1)?.hours ?? 0) - (late[0]?.hours ?? 0);
  const share = (slope(late, of) * hours) / median(valuesOf(late, of));
  return atMost(`soak: growth of ${FIGURES[of]} in the second half, share`, share, GROWTH);
}

function bounded(middle: readonly Sample[], late: readonly Sample[], of: Figure): Target {
  const ratio = Math.max(...valuesOf(late, of)) / Math.max(...valuesOf(middle, of));
  return atMost(`soak: ${FIGURES[of]}, second half over second quarter`, ratio, SIZE_GROWTH);
}
