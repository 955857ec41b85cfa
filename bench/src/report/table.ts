import type { Measurement, Target } from '../scenario.ts';

const COLUMNS = ['scenario', 'system', 'conns', 'median', 'min – max', 'unit', 'p50 ms', 'p99 ms', '× limit'];
const LEFT_ALIGNED = new Set(['scenario', 'system', 'unit']);

/** All measurements as text with aligned columns, then what each system promises. */
export function renderTable(measurements: readonly Measurement[]): string {
  const rows = measurements.map(cellsOf);
  const widths = COLUMNS.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]): string =>
    cells
      .map((cell, column) => {
        const width = widths[column] ?? 0;
        return LEFT_ALIGNED.has(COLUMNS[column] ?? '') ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  // Without what a scenario has added to the system's name.
  const promises = new Map(measurements.map(({ system, durability }) => [system.replace(/, .*/, ''), durability]));
  const durability = [...promises].map(([system, promise]) => `  ${system}: ${promise}`);
  const rule = widths.map((width) => '-'.repeat(width)).join('  ');
  return [line(COLUMNS), rule, ...rows.map(line), '', 'Durability of what has been answered:', ...durability].join(
    '\n',
  );
}

/** One line for each target. */
export function renderTargets(targets: readonly Target[]): string {
  return targets
    .map(({ text, value, goal, met }) => `${met ? 'met   ' : 'MISSED'}  ${text}: ${formatNumber(value)} (goal ${goal})`)
    .join('\n');
}

/** Three significant digits for what is small, whole numbers for what is not. */
export function formatNumber(value: number | null): string {
  if (value === null || Number.isNaN(value)) return '–';
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en-US');
  return Number(value.toPrecision(3)).toString();
}

function cellsOf(measurement: Measurement): string[] {
  const { scenario, system, connections, median, samples, unit, p50, p99, ratioToLimit } = measurement;
  const spread =
    samples.length < 2 ? '' : `${formatNumber(Math.min(...samples))} – ${formatNumber(Math.max(...samples))}`;
  return [
    scenario,
    system,
    connections === null ? '' : String(connections),
    formatNumber(median),
    spread,
    unit,
    p50 === null ? '' : formatNumber(p50),
    p99 === null ? '' : formatNumber(p99),
    ratioToLimit === null ? '' : ratioToLimit.toFixed(2),
  ];
}
