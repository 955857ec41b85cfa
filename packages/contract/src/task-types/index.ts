import type { Static } from 'typebox';
import { primes } from './primes.ts';
import { sleep } from './sleep.ts';

/** Every kind of work that Offload does. One line per task type; each has a handler of the same name in the worker. */
export const taskTypes = [sleep, primes] as const;

type Known = (typeof taskTypes)[number];

export type TaskTypeName = Known['name'];
export type PayloadOf<Name extends TaskTypeName> = Static<Extract<Known, { name: Name }>['payload']>;
export type ResultOf<Name extends TaskTypeName> = Static<Extract<Known, { name: Name }>['result']>;

export { primes, sleep };
