import type { NewTask, Settlement, Store } from '@offload/store';
import { context, SpanKind, trace } from '@opentelemetry/api';
import { Processing } from './processing.ts';
import { headersOf, tracer } from './tracer.ts';

/** Everything else of the store is left as it is. */
export function traceStore(store: Store): Store {
  return {
    ...store,
    insert: (task) => store.insert(inTrace(task)),
    insertOnce: (task, key) => store.insertOnce(inTrace(task), key),
    async claim(request) {
      const claim = await store.claim(request);
      if (claim.kind === 'claimed') Processing.active?.claimed(claim.attempt);
      else Processing.active?.refused(claim.reason);
      return claim;
    },
    settle: (settlement) => settleTraced(store, settlement),
  };
}

/** The task remembers the trace that it was submitted in. */
function inTrace(task: NewTask): NewTask {
  const traceContext = headersOf();
  return traceContext ? { ...task, traceContext } : task;
}

async function settleTraced(store: Store, settlement: Settlement): Promise<'stored' | 'superseded'> {
  const { taskId, attempt, outcome } = settlement;
  const attributes = {
    'messaging.system': 'rabbitmq',
    'messaging.operation.name': 'settle',
    'messaging.operation.type': 'settle',
    'messaging.message.id': taskId,
    'offload.task.id': taskId,
    'offload.task.attempt': attempt,
    'offload.task.outcome': outcome.kind,
  };
  const span = tracer().startSpan('settle', { kind: SpanKind.CLIENT, attributes }, context.active());
  try {
    const stored = await context.with(trace.setSpan(context.active(), span), () => store.settle(settlement));
    span.setAttribute('offload.settlement', stored);
    Processing.active?.settled(outcome);
    return stored;
  } catch (error) {
    span.setAttribute('error.type', (error as Error).name);
    throw error;
  } finally {
    span.end();
  }
}
