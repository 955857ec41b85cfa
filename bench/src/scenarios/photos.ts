import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePhotos, resizeInLoop, resizeInWorkers } from '../product/photos.ts';
import { atLeast, atMost, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario } from '../scenario.ts';
import { offload } from '../systems/offload.ts';

const PHOTOS = 200;
const WORKERS = 2;
const MAX_ROUNDS = 3;
const MEGABYTE = 1e6;

/** What the road through API, queue, workers and store costs where there is real work, and whether memory grows on it. */
export const photos: Scenario = {
  name: 'photos',
  title: `${PHOTOS} photos of 24 million pixels on ${WORKERS} workers, beside the same calls of the library in a loop`,
  seconds: 210,
  async run({ services, quick, rounds, log }) {
    const count = quick ? PHOTOS / 10 : PHOTOS;
    const [rates, loopRates, ratios, growths]: number[][] = [[], [], [], []];
    const peaksMb: number[][] = [];
    for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round++) {
      const folder = await mkdtemp(join(tmpdir(), 'offload-photos-'));
      try {
        const source = join(folder, 'photos');
        await makePhotos(source, count);
        const loop = (count * 1000) / (await resizeInLoop(services, source, WORKERS));
        const { ms, peaks } = await resizeInWorkers(services, source, WORKERS);
        const rate = (count * 1000) / ms;
        rates?.push(rate);
        loopRates?.push(loop);
        ratios?.push(rate / loop);
        const [first = 0, ...later] = peaks.map((bytes) => bytes / MEGABYTE);
        growths?.push(Math.max(...later) / first);
        peaksMb.push([first, ...later]);
        const memory = [first, ...later].map((mb) => mb.toFixed(0)).join(', ');
        log(`round ${round}: ${rate.toFixed(2)} photos/s, ${loop.toFixed(2)} in a loop; ${memory} MB in the quarters`);
      } finally {
        await rm(folder, { recursive: true });
      }
    }
    const figure = (variant: string, unit: string, samples: number[] = []) =>
      measurementOf(offload, { scenario: 'photos', variant, unit, samples });
    return {
      measurements: [
        figure('two workers', 'photos/s', rates),
        figure('the library in a loop', 'photos/s', loopRates),
        ...[0, 1, 2, 3].map((quarter) =>
          figure(
            `RSS of the workers, quarter ${quarter + 1}`,
            'MB',
            peaksMb.map((peaks) => peaks[quarter] ?? 0),
          ),
        ),
      ],
      targets: [
        atLeast('photos: two workers over the same calls in a loop, two at once', median(ratios ?? []), 0.9),
        atMost('photos: RSS of the workers, later quarters over the first', median(growths ?? []), 1.1),
      ],
    };
  },
};
