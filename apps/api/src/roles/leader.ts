import { setTimeout as delay } from 'node:timers/promises';
import type { Publisher } from '@offload/broker';
import type { Lead } from '@offload/store';
import type { Role, RoleContext } from './role.ts';

/** Milliseconds between two tries to take the lead. */
const CAMPAIGN_PAUSE_MS = 2000;
/** Milliseconds without the broker after which another replica, which may have it, gets the lead. */
const RESIGN_AFTER_MS = 5000;

export interface Leader {
  /** Resolves when the roles have ended. Idempotent. */
  stop(): Promise<void>;
}

/** Runs the background roles whenever this process has the lead among the API's replicas. */
export function startLeader(context: RoleContext, roles: readonly Role[]): Leader {
  const { store, broker, logger } = context;
  const stopping = new AbortController();

  async function run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await broker.publisher.ready(signal);
      const lead = await takeLead();
      if (lead) await serve(lead, signal);
      await delay(CAMPAIGN_PAUSE_MS, undefined, { signal });
    }
  }

  let isAnswered = true;

  async function takeLead(): Promise<Lead | null> {
    try {
      const lead = await store.lead();
      isAnswered = true;
      return lead;
    } catch (err) {
      if (isAnswered) logger.warn({ err }, 'no answer about the lead: the background roles wait');
      isAnswered = false;
      return null;
    }
  }

  /** Until the lead is lost or given back. */
  async function serve(lead: Lead, signal: AbortSignal): Promise<void> {
    logger.info({}, 'leading: the background roles run here');
    const resignation = new AbortController();
    const term = AbortSignal.any([signal, lead.lost, resignation.signal]);
    void withoutBroker(broker.publisher, term).then(() => resignation.abort());
    await Promise.allSettled(roles.map((role) => role(context, term)));
    await lead.release();
    logger.info({}, 'no longer leading');
  }

  const running = run(stopping.signal).catch((err: unknown) => {
    if (!stopping.signal.aborted) logger.fatal({ err }, 'background roles ended');
  });

  return {
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Resolves when the broker has been away for too long, or the signal is aborted. */
async function withoutBroker(publisher: Publisher, signal: AbortSignal): Promise<void> {
  let readyAt = performance.now();
  while (!signal.aborted && performance.now() - readyAt < RESIGN_AFTER_MS) {
    if (publisher.isReady) readyAt = performance.now();
    await delay(1000, undefined, { signal }).catch(() => undefined);
  }
}
