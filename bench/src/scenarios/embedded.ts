import { runLoad } from '../load/wrk.ts';
import { endToEndRate } from '../product/end-to-end-rate.ts';
import { atLeast, measurementOf } from '../report/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services, System } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { offloadEmbedded } from '../systems/offload-embedded.ts';
import { withSystem } from '../systems/with-system.ts';

const CONNECTIONS = 64;
const CONCURRENCY = 50;
const WARM_UP_SECONDS = 1;
const MAX_ROUNDS = 1;

interface Samples {
  /** Answers per second, without a worker. */
  submit: number[];
  /** Results per second, from the first POST to the last result. */
  endToEnd: number[];
}

/** The mode of `npm start`, one process on PGlite, against the same product on RabbitMQ and Postgres. */
export const embedded: Scenario = {
  name: 'embedded',
  title: `Embedded mode: submit at ${CONNECTIONS} connections, and end to end with one worker`,
  seconds: 50,
  async run({ services, quick, rounds, log }) {
    const systems = [offload, offloadEmbedded].map((system) => ({ system, samples: noSamples() }));
    const seconds = quick ? 3 : 4;
    for (let round = 1; round <= Math.min(rounds, MAX_ROUNDS); round++) {
      for (const { system, samples } of systems) {
        const submit = await measureSubmit(services, system, seconds);
        const endToEnd = await measureEndToEnd(services, system, seconds);
        samples.submit.push(submit);
        samples.endToEnd.push(endToEnd);
        log(`round ${round}: ${system.name} ${submit.toFixed(0)} POSTs/s, ${endToEnd.toFixed(0)} tasks/s end to end`);
      }
    }
    const ratio = (figure: keyof Samples): number => {
      const [servers = 0, inProcess = 0] = systems.map(({ samples }) => median(samples[figure]));
      return inProcess / servers;
    };
    return {
      measurements: systems.flatMap(({ system, samples: { submit, endToEnd } }) => {
        const shared = { scenario: 'embedded', connections: CONNECTIONS };
        return [
          measurementOf(system, { ...shared, variant: 'submit', unit: 'POSTs/s', samples: submit }),
          measurementOf(system, { ...shared, variant: 'end to end', unit: 'tasks/s', samples: endToEnd }),
        ];
      }),
      targets: [
        atLeast('embedded: submit over the RabbitMQ mode', ratio('submit'), 0.5),
        atLeast('embedded: end to end over the RabbitMQ mode', ratio('endToEnd'), 0.5),
      ],
    };
  },
};

function noSamples(): Samples {
  return { submit: [], endToEnd: [] };
}

function measureSubmit(services: Services, system: System, seconds: number): Promise<number> {
  return withSystem(system, services, { workers: 0, concurrency: CONCURRENCY }, async ({ submit }) => {
    await runLoad({ submit, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    return (await runLoad({ submit, connections: CONNECTIONS, seconds })).perSecond;
  });
}

function measureEndToEnd(services: Services, system: System, seconds: number): Promise<number> {
  return withSystem(system, services, { workers: 1, concurrency: CONCURRENCY }, (running) =>
    endToEndRate(running, CONNECTIONS, seconds),
  );
}
