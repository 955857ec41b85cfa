const rates = new Map<string, number>();

/** Keeps a system's sustained rate, tasks per second, for scenarios that run at a part of it. */
export function rememberRate(system: string, perSecond: number): void {
  rates.set(system, perSecond);
}

/** Tasks per second, or undefined when this run has not measured it. */
export function knownRate(system: string): number | undefined {
  const rate = rates.get(system);
  return rate === undefined || rate === 0 ? undefined : rate;
}
