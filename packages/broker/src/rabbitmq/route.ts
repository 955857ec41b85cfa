import { taskQueues } from '@offload/contract';
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

export type Routes = (destination: Destination) => Route;

export function routesOf(topology: Topology): Routes {
  const byName = namedRoutes(topology);
  const byQueue = new Map(taskQueues(topology).map((queue) => [queue, taskRoute(topology, queue)]));
  return (destination) => {
    if (typeof destination === 'string') return byName[destination];
    const { queue } = destination;
    return byQueue.get(queue) ?? taskRoute(topology, queue);
  };
}

function taskRoute({ exchange }: Topology, queue: string): Route {
  return { exchange, routingKey: queue, persistent: true, mandatory: true };
}

function namedRoutes(topology: Topology): Record<Extract<Destination, string>, Route> {
  const { queue, deadQueue, controlExchange, eventsExchange } = topology;
  return {
    queue: taskRoute(topology, queue),
    deadQueue: { exchange: '', routingKey: deadQueue, persistent: true, mandatory: true },
    control: { exchange: controlExchange, routingKey: '', persistent: false, mandatory: false },
    events: { exchange: eventsExchange, routingKey: '', persistent: false, mandatory: false },
  };
}
