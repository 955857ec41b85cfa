import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Measurement } from '../scenario.ts';
import { renderChart } from './chart.ts';

const folder = fileURLToPath(new URL('../../results/', import.meta.url));

/** Writes the run's measurements, and nothing of former runs. @returns the files' paths */
export function writeResults(measurements: readonly Measurement[]): string[] {
  mkdirSync(folder, { recursive: true });
  const [json, chart] = [`${folder}latest.json`, `${folder}latest.svg`];
  writeFileSync(json, `${JSON.stringify(measurements.map(rounded), null, 2)}\n`);
  writeFileSync(chart, renderChart(measurements));
  return [json, chart];
}

/** Three digits after the point are more than any figure is good for. */
function rounded(measurement: Measurement): Measurement {
  const round = (value: number): number => Math.round(value * 1000) / 1000;
  const roundOrNull = (value: number | null): number | null => (value === null ? null : round(value));
  return {
    ...measurement,
    median: round(measurement.median),
    p50: roundOrNull(measurement.p50),
    p99: roundOrNull(measurement.p99),
    ratioToLimit: roundOrNull(measurement.ratioToLimit),
    samples: measurement.samples.map(round),
  };
}
