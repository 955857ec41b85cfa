import { connect } from 'amqplib';
import { encodeTask } from '../../../packages/contract/dist/src/index.js';
import type { Deployment } from './deployment.ts';

const MAX_ATTEMPTS = 3;
const TIMEOUT_MS = 60_000;
/** Messages that are sent before the confirms of the same channel are waited for. */
const UNCONFIRMED = 5000;
/** Rows that share a millisecond, as if ten thousand a second had come. */
const PER_MS = 10;

// Ids as the product makes them, UUIDv7 in order; see `idOf`.
const INSERT = `
  insert into tasks (id, type, state, queue, payload, max_attempts, timeout_ms, created_at, queued_at)
  select
    (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(i % 4096), 3, '0') || '8' || lpad(to_hex(i), 15, '0'))::uuid,
    'bench', 'queued', $1, '{"ms":0}', ${MAX_ATTEMPTS}, ${TIMEOUT_MS}, to_timestamp(ms / 1000.0), to_timestamp(ms / 1000.0)
  from generate_series(0::bigint, $2::bigint - 1) as i, lateral (select $3::bigint + i / ${PER_MS} as ms) as clock`;

/** Seconds that the two halves took, side by side. */
export interface Filling {
  storeSeconds: number;
  queueSeconds: number;
}

/**
 * Gives a deployment `count` queued tasks that do nothing: rows in the store, and their messages on the queue, persistent and
 * confirmed. The API must have run before, so that table and queue are there.
 */
export async function fillBacklog({ query, amqpUrl, queue }: Deployment, count: number): Promise<Filling> {
  const firstMs = Date.now() - Math.ceil(count / PER_MS) - 1000;
  const [storeSeconds, queueSeconds] = await Promise.all([
    secondsOf(async () => {
      await query(INSERT, [queue, count, firstMs]);
      await query('vacuum analyze tasks');
    }),
    secondsOf(() => publish(amqpUrl, queue, count, firstMs)),
  ]);
  return { storeSeconds, queueSeconds };
}

async function secondsOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return (performance.now() - startedAt) / 1000;
}

async function publish(amqpUrl: string, queue: string, count: number, firstMs: number): Promise<void> {
  const connection = await connect(amqpUrl);
  try {
    // In turn: while the broker confirms the messages of one, the other is sent on.
    const channels = [await connection.createConfirmChannel(), await connection.createConfirmChannel()];
    let index = 0;
    while (index < count) {
      for (const channel of channels) {
        await channel.waitForConfirms();
        for (const end = Math.min(count, index + UNCONFIRMED); index < end; index++) {
          const { properties, body } = messageOf(index, firstMs);
          channel.sendToQueue(queue, body, properties);
        }
      }
    }
    await Promise.all(channels.map((channel) => channel.waitForConfirms()));
  } finally {
    await connection.close();
  }
}

function messageOf(index: number, firstMs: number) {
  const ms = firstMs + Math.floor(index / PER_MS);
  const at = new Date(ms).toISOString();
  const task = { id: idOf(index, ms), type: 'bench', payload: { ms: 0 }, priority: 0, maxAttempts: MAX_ATTEMPTS };
  const times = { createdAt: at, queuedAt: at };
  return encodeTask({ ...task, ...times }, { timeoutMs: TIMEOUT_MS, requestId: null });
}

function idOf(index: number, ms: number): string {
  const hex = [hexOf(ms, 12), '7', hexOf(index % 4096, 3), '8', hexOf(index, 15)].join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

function hexOf(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}
