import { median } from '../report/statistics.ts';
import type { Measurement, System, Target } from '../scenario.ts';

type Given = 'scenario' | 'unit' | 'samples';

interface Figures extends Pick<Measurement, Given>, Partial<Omit<Measurement, Given>> {
  /** Said after the system's name, where one scenario has several figures for it. */
  variant?: string;
}

/** A measurement of a system, with its median; what is left out is null. */
export function measurementOf(system: Pick<System, 'name' | 'durability'>, figures: Figures): Measurement {
  const { variant, ...rest } = figures;
  return {
    system: variant === undefined ? system.name : `${system.name}, ${variant}`,
    connections: null,
    median: median(figures.samples),
    p50: null,
    p99: null,
    ratioToLimit: null,
    durability: system.durability,
    ...rest,
  };
}

export function atMost(text: string, value: number, limit: number): Target {
  return { text, value, goal: `<= ${limit}`, met: value <= limit };
}

export function atLeast(text: string, value: number, limit: number): Target {
  return { text, value, goal: `>= ${limit}`, met: value >= limit };
}
