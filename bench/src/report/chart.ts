import type { Measurement } from '../scenario.ts';
import { formatNumber } from './table.ts';

const WIDTH = 760;
const LABEL_WIDTH = 150;
const VALUE_WIDTH = 130;
const BAR_HEIGHT = 18;
const ROW_HEIGHT = 26;
const TITLE_HEIGHT = 44;
const MARGIN = 20;

interface Panel {
  title: string;
  bars: readonly Measurement[];
}

/**
 * A bar chart as SVG, one panel for each thing that several systems were measured by. The colours follow the viewer's
 * light or dark scheme; each bar says its figure, and a thin line shows the spread of the rounds.
 */
export function renderChart(measurements: readonly Measurement[]): string {
  const panels = panelsOf(measurements);
  let top = MARGIN;
  const drawn: string[] = [];
  for (const panel of panels) {
    drawn.push(drawPanel(panel, top));
    top += TITLE_HEIGHT + panel.bars.length * ROW_HEIGHT;
  }
  const height = top + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="Offload and its peers, measured side by side">`,
    STYLE,
    `<rect class="ground" width="${WIDTH}" height="${height}" rx="8"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

const STYLE = `<style>
  text { font: 13px system-ui, sans-serif; fill: #24292f; }
  .title { font-weight: 600; font-size: 14px; }
  .ground { fill: #ffffff; }
  .ours { fill: #0969da; }
  .peer { fill: #afb8c1; }
  .spread { stroke: #24292f; stroke-width: 1.5; }
  @media (prefers-color-scheme: dark) {
    text { fill: #e6edf3; }
    .ground { fill: #0d1117; }
    .ours { fill: #58a6ff; }
    .peer { fill: #484f58; }
    .spread { stroke: #e6edf3; }
  }
</style>`;

function panelsOf(measurements: readonly Measurement[]): Panel[] {
  const panels = new Map<string, Measurement[]>();
  for (const measurement of measurements) {
    const { scenario, connections, unit } = measurement;
    const place = connections === null ? '' : `, ${connections} connections`;
    const hint = unit === 'ms' ? ', less is better' : '';
    const title = `${scenario}${place} (${unit}${hint})`;
    panels.set(title, [...(panels.get(title) ?? []), measurement]);
  }
  return [...panels].map(([title, bars]) => ({ title, bars })).filter(({ bars }) => bars.length > 1);
}

function drawPanel({ title, bars }: Panel, top: number): string {
  const largest = Math.max(...bars.flatMap((bar) => [bar.median, ...bar.samples]));
  const scale = (value: number): number => ((WIDTH - 2 * MARGIN - LABEL_WIDTH - VALUE_WIDTH) * value) / largest;
  const left = MARGIN + LABEL_WIDTH;
  const rows = bars.map((bar, index) => {
    const y = top + TITLE_HEIGHT - 10 + index * ROW_HEIGHT;
    const middle = y + BAR_HEIGHT / 2;
    const [low, high] = [Math.min(...bar.samples), Math.max(...bar.samples)];
    const kind = bar.system.startsWith('offload') ? 'ours' : 'peer';
    const end = left + Math.max(scale(bar.median), scale(high));
    return [
      `<text x="${left - 10}" y="${middle + 4.5}" text-anchor="end">${escaped(bar.system)}</text>`,
      `<rect class="${kind}" x="${left}" y="${y}" width="${scale(bar.median).toFixed(1)}" height="${BAR_HEIGHT}" rx="2"/>`,
      high > low
        ? `<line class="spread" x1="${(left + scale(low)).toFixed(1)}" x2="${(left + scale(high)).toFixed(1)}" y1="${middle}" y2="${middle}"/>`
        : '',
      `<text x="${(end + 8).toFixed(1)}" y="${middle + 4.5}">${formatNumber(bar.median)}</text>`,
    ].join('');
  });
  return [`<text class="title" x="${MARGIN}" y="${top + 20}">${escaped(title)}</text>`, ...rows].join('\n');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
