import type { Measurement, System, Target } from '../scenario.ts';
import { median } from './statistics.ts';

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

/**
 * Our figure over those of peers; none for a peer that was not measured.
 * @param figureOf a system's figure, by its name
 * @param factors what must be reached at least, by the peer's name
 */
export function overPeers(
  text: string,
  figureOf: (system: string) => number | undefined,
  factors: Readonly<Record<string, number>>,
): Target[] {
  return Object.entries(factors).flatMap(([peer, factor]) => {
    const [ours, theirs] = [figureOf('offload'), figureOf(peer)];
    return ours === undefined || theirs === undefined ? [] : [atLeast(`${text} over ${peer}`, ours / theirs, factor)];
  });
}
