import { PgBoss } from 'pg-boss';
import type { TaskBody } from './task-route.ts';

export const QUEUE = 'bench';
export type Payload = TaskBody['payload'];

/** Connected, with its schema in place; the pool keeps its default of 10 connections. */
export async function startBoss(): Promise<PgBoss> {
  const boss = new PgBoss({ connectionString: String(process.env.DATABASE_URL) });
  boss.on('error', (error) => console.error(error));
  await boss.start();
  return boss;
}
