import { runLoad } from '../load/wrk.ts';
import { endToEndRate } from '../product/end-to-end-rate.ts';
import { atLeast, measurementOf } from '../product/measurement.ts';
import { median } from '../report/statistics.ts';
import type { Scenario, Services, System } from '../scenario.ts';
import { offload } from '../systems/offload.ts';
import { offloadEmbedded } from '../systems/offload-embedded.ts';

const CONNECTIONS = 64;
const CONCURRENCY = 50;
const WARM_UP_SECONDS = 2;
const MAX_ROUNDS = 2;

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
  seconds: 110,
  async run({ services, quick, rounds, log }) {
    const systems = [offload, offloadEmbedded].map((system) => ({ system, samples: noSamples() }));
    const seconds = quick ? 3 : 5;
    for (let round = 1; round <= (quick ? 1 : Math.min(rounds, MAX_ROUNDS)); round++) {
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

async function measureSubmit(services: Services, system: System, seconds: number): Promise<number> {
  const { submit, stop } = await system.start(services, { workers: 0, concurrency: CONCURRENCY });
  try {
    await runLoad({ submit, connections: CONNECTIONS, seconds: WARM_UP_SECONDS });
    return (await runLoad({ submit, connections: CONNECTIONS, seconds })).perSecond;
  } finally {
    await stop();
  }
}

async function measureEndToEnd(services: Services, system: System, seconds: number): Promise<number> {
  const running = await system.start(services, { workers: 1, concurrency: CONCURRENCY });
  try {
    return await endToEndRate(running, CONNECTIONS, seconds);
  } finally {
    await running.stop();
  }
}
