import { existsSync } from 'node:fs';
import type { Scenario, System } from './scenario.ts';

/** In the order in which they run. A file of this name exports the system in camel case. */
export const systemNames = [
  'limit',
  'offload',
  'bullmq',
  'bullmq-everysec',
  'pg-boss',
  'graphile-worker',
  'celery',
] as const;

/** In the order in which they run; those of `onlyOnRequest` run when named. */
export const scenarioNames = [
  'submit',
  'end-to-end',
  'pickup',
  'batch',
  'backlog',
  'fairness',
  'scaling',
  'waiters',
  'cold-start',
  'embedded',
  'photos',
  'soak',
] as const;

export const onlyOnRequest: readonly string[] = ['photos', 'soak'];

/** Those of the named systems that can be measured here; logs a line for each that cannot. @throws Error on an unknown name */
export async function loadSystems(names: readonly string[], log: (line: string) => void): Promise<System[]> {
  const known: readonly string[] = systemNames;
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new Error(`no system '${unknown}'; there are ${known.join(', ')}`);
  const systems: System[] = [];
  for (const name of names) {
    const system: System | undefined = await load(`systems/${name}.ts`, name);
    if (system === undefined) continue;
    const obstacle = await system.obstacle?.();
    if (obstacle === undefined) systems.push(system);
    else log(`${name} is left out: ${obstacle}`);
  }
  return systems;
}

/** @throws Error when there is no such scenario */
export async function loadScenario(name: string): Promise<Scenario> {
  const scenario: Scenario | undefined = await load(`scenarios/${name}.ts`, name);
  if (scenario === undefined) throw new Error(`no scenario '${name}'; there are ${scenarioNames.join(', ')}`);
  return scenario;
}

/** Loaded when needed, so that a peer whose library does not load here stops nobody else. */
async function load<T>(file: string, name: string): Promise<T | undefined> {
  const url = new URL(file, import.meta.url);
  if (!existsSync(url)) return undefined;
  const exported: Record<string, T> = await import(url.href);
  return exported[name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())];
}
