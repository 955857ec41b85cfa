/** Where messages go. Every process that declares these names MUST declare them alike. */
export interface Topology {
  /** The task queue: durable, declared with no arguments at all, so that any tutorial's program can share it. */
  queue: string;
  /** More task queues, each like the first and under its full name, `<queue>.<name>`. */
  namedQueues: readonly string[];
  /** The task queue that callbacks travel on, so that they do not wait behind the tasks of others; `null` without callbacks. */
  callbackQueue: string | null;
  /** Messages that cannot be understood, with the reason in their headers. Durable, no arguments. */
  deadQueue: string;
  /** A durable direct exchange bound to each task queue with the queue's name as routing key; empty for the default exchange. */
  exchange: string;
  /** A durable fanout exchange, to which every process that listens binds a queue of its own. */
  controlExchange: string;
  /** The same for those that follow tasks. */
  eventsExchange: string;
}

export const DEFAULT_TASK_QUEUE = 'task_queue';

/** @param names of more queues, as clients call them */
export function createTopology(
  queue: string = DEFAULT_TASK_QUEUE,
  exchange = '',
  names: readonly string[] = [],
  { hasCallbacks = false }: { hasCallbacks?: boolean } = {},
): Topology {
  return {
    queue,
    namedQueues: [...new Set(names)].map((name) => `${queue}.${name}`),
    callbackQueue: hasCallbacks ? `${queue}.callbacks` : null,
    deadQueue: `${queue}.dead`,
    exchange,
    controlExchange: `${queue}.control`,
    eventsExchange: `${queue}.events`,
  };
}
