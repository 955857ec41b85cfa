import type { Destination, Topology } from '../port.ts';

/** How a message gets to its destination. */
export interface Route {
  exchange: string;
  routingKey: string;
  /** Survives a restart of the broker. */
  persistent: boolean;
  /** Comes back when no queue takes it. */
  mandatory: boolean;
}

export function routesOf(topology: Topology): Record<Destination, Route> {
  const { queue, deadQueue, exchange, controlExchange, eventsExchange } = topology;
  return {
    queue: { exchange, routingKey: queue, persistent: true, mandatory: true },
    deadQueue: { exchange: '', routingKey: deadQueue, persistent: true, mandatory: true },
    control: { exchange: controlExchange, routingKey: '', persistent: false, mandatory: false },
    events: { exchange: eventsExchange, routingKey: '', persistent: false, mandatory: false },
  };
}
