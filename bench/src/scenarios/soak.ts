import { knownRate } from '../load/known-rates.ts';
import { endToEndRate } from '../product/end-to-end-rate.ts';
import { atMost, measurementOf } from '../product/measurement.ts';
import { observe, type Sample } from '../product/soak-observation.ts';
import { slopeOf } from '../product/trend.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services, Target } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const MINUTES = 20;
const MINUTES_QUICK = 2;
/** Finished tasks are deleted after a quarter of the time: the table has its full size for the second half. */
const RETENTION_SHARE = 0.25;
const LOAD = { connections: 64, concurrency: 50 };
/** Share of its memory by which a process may seem to grow in the observed time: noise of the collector. */
const GROWTH = 0.1;
const SIZE_GROWTH = 1.1;

/** Half of what goes end to end, for long: memory, table and indexes must not grow. Not a part of the default run. */
export const soak: Scenario = {
  name: 'soak',
  title: `${MINUTES} minutes at half load`,
  seconds: (MINUTES + 1) * 60,
  async run({ services, quick, log }) {
    const rate = Math.floor((knownRate(offload.name) ?? (await fullRate(services))) / 2);
    const minutes = quick ? MINUTES_QUICK : MINUTES;
    log(`${rate} tasks/s for ${minutes} minutes, finished tasks kept for ${minutes * RETENTION_SHARE} minutes`);
    const samples = await observe(services, {
      ...LOAD,
      rate,
      minutes,
      retentionMinutes: minutes * RETENTION_SHARE,
      log,
    });
    // Caches fill and code is compiled in the beginning; the table is as large as it gets after a quarter and a janitor's minute.
    const late = samples.slice(Math.floor(samples.length / 2));
    const middle = samples.slice(Math.floor(samples.length / 4), Math.floor(samples.length / 2));
    const figure = (variant: string, unit: string, values: number[]) =>
      measurementOf(offload, { scenario: 'soak', variant, unit, samples: values });
    return {
      measurements: [
        figure(
          'RSS of the API',
          'MB',
          samples.map(({ apiMb }) => apiMb),
        ),
        figure(
          'RSS of the worker',
          'MB',
          samples.map(({ workerMb }) => workerMb),
        ),
        figure('slope of the API', 'MB/h', [slope(late, 'apiMb')]),
        figure('slope of the worker', 'MB/h', [slope(late, 'workerMb')]),
        figure(
          'table',
          'MB',
          samples.map(({ tableMb }) => tableMb),
        ),
        figure(
          'indexes',
          'MB',
          samples.map(({ indexesMb }) => indexesMb),
        ),
      ],
      targets: [
        growth('API', late, 'apiMb'),
        growth('worker', late, 'workerMb'),
        bounded('table', middle, late, 'tableMb'),
        bounded('indexes', middle, late, 'indexesMb'),
      ],
    };
  },
};

async function fullRate(services: Services): Promise<number> {
  const system = await offload.start(services, { workers: 1, concurrency: LOAD.concurrency });
  try {
    return await endToEndRate(system, LOAD.connections, 5);
  } finally {
    await system.stop();
  }
}

type Process = 'apiMb' | 'workerMb';

/** Megabytes per hour. */
function slope(samples: readonly Sample[], of: Process): number {
  return slopeOf(samples.map((one) => ({ x: one.hours, y: one[of] })));
}

function growth(name: string, late: readonly Sample[], of: Process): Target {
  const hours = (late.at(-1)?.hours ?? 0) - (late[0]?.hours ?? 0);
  const share = (slope(late, of) * hours) / median(late.map((one) => one[of]));
  return atMost(`soak: growth of the ${name}'s RSS in the second half, share`, share, GROWTH);
}

function bounded(
  name: string,
  middle: readonly Sample[],
  late: readonly Sample[],
  of: 'tableMb' | 'indexesMb',
): Target {
  const largest = (samples: readonly Sample[]): number => Math.max(...samples.map((one) => one[of]));
  return atMost(`soak: ${name}, second half over second quarter`, largest(late) / largest(middle), SIZE_GROWTH);
}
