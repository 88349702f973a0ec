import { styleText } from 'node:util';
import type { Spread } from '../measuring/statistics.ts';
import { describeLimit, type Figure, type Finding, isMet } from './finding.ts';
import { formatNumber } from './format-number.ts';

/** Formats the findings for a terminal: each goal with its figures below it. */
export function buildTable(findings: readonly Finding[]): string {
  return findings
    .flatMap((finding) => [describeFinding(finding), ...describeFigures(finding.figures)])
    .join('\n');
}

function describeFinding(finding: Finding): string {
  const { goal, what, value, unit, limit } = finding;
  const wanted = limit ? `, wanted ${describeLimit(finding)}` : '';
  return `${goal.padStart(5)}  ${describeVerdict(isMet(finding))}  ${formatSpread(value)} ${unit}${wanted}  ${what}`;
}

function describeVerdict(met: boolean | null): string {
  if (met === null) return '      ';
  return met ? styleText('green', 'met   ') : styleText('red', 'MISSED');
}

function describeFigures(figures: readonly Figure[]): string[] {
  const width = figures.reduce((most, { name }) => Math.max(most, name.length), 0);
  return figures.map(({ name, unit, value, cpuMs }) => {
    const cpu = cpuMs ? `  cpu ${formatSpread(cpuMs)} ms` : '';
    return styleText('dim', `${' '.repeat(15)}${name.padEnd(width)}  ${formatSpread(value)} ${unit}${cpu}`);
  });
}

/** Formats the median and, in brackets, the quartiles. */
function formatSpread({ median, low, high }: Spread): string {
  return `${formatNumber(median)} [${formatNumber(low)} – ${formatNumber(high)}]`;
}
