import { styleText } from 'node:util';
import type { Spread } from '../measuring/statistics.ts';
import { type Figure, type Finding, isMet } from './finding.ts';

/** The findings for a terminal: each goal with its figures below it. */
export function buildTable(findings: readonly Finding[]): string {
  return findings
    .flatMap((finding) => [describeFinding(finding), ...describeFigures(finding.figures)])
    .join('\n');
}

function describeFinding(finding: Finding): string {
  const { goal, what, value, unit, limit } = finding;
  const wanted = 'most' in limit ? `≤ ${limit.most}` : `≥ ${limit.least}`;
  const verdict = isMet(finding) ? styleText('green', 'met   ') : styleText('red', 'MISSED');
  return `${goal.padStart(3)}  ${verdict}  ${formatSpread(value)} ${unit}, wanted ${wanted}  ${what}`;
}

function describeFigures(figures: readonly Figure[]): string[] {
  const width = Math.max(...figures.map(({ name }) => name.length));
  return figures.map(({ name, unit, value, cpuMs }) => {
    const cpu = cpuMs ? `  cpu ${formatSpread(cpuMs)} ms` : '';
    return styleText('dim', `${' '.repeat(13)}${name.padEnd(width)}  ${formatSpread(value)} ${unit}${cpu}`);
  });
}

/** Median and, in brackets, quartiles. */
function formatSpread({ median, low, high }: Spread): string {
  return `${formatNumber(median)} [${formatNumber(low)} – ${formatNumber(high)}]`;
}

/** Three digits that count. */
function formatNumber(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(3));
  return rounded >= 1000 ? rounded.toLocaleString('en') : String(rounded);
}
