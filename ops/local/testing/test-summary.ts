import { styleText } from 'node:util';
import type { Outcome } from './test-parts.ts';

/** What a test could not judge, and what the machine lacks for it (test/support/not-judged.ts). */
export type NotJudged = { readonly what: string; readonly lacking: string };

/**
 * Builds the summary: the output of failed parts, a line for each part, and as the last line the
 * two numbers that scripts read.
 */
export function buildTestSummary(outcomes: readonly Outcome[], notJudged: readonly NotJudged[] = []): string {
  const sum = (member: 'passed' | 'failed') =>
    outcomes.reduce((total, outcome) => total + outcome[member], 0);
  return [
    ...outcomes.flatMap(describeFailure),
    '',
    ...outcomes.map(describePart),
    '',
    ...describeSlowest(outcomes),
    ...outcomes.flatMap(describeFigures),
    ...describeNotJudged(notJudged),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n');
}

/**
 * Returns a line for each thing that the machine lacks, with everything that was not judged without
 * it.
 */
function describeNotJudged(notJudged: readonly NotJudged[]): string[] {
  const byLack = Map.groupBy(notJudged, ({ lacking }) => lacking);
  const lines = [...byLack].map(([lacking, all]) => {
    const subjects = new Set(all.map(({ what }) => what));
    return `not judged: ${[...subjects].toSorted().join('; ')}, because ${lacking}`;
  });
  return lines.length === 0 ? [] : [...lines.toSorted(), ''];
}

/** The number of slowest test files that are listed. */
const SLOWEST_SHOWN = 10;

/** Lists the slowest test files, including their hooks. A run of a single file lists none. */
function describeSlowest(outcomes: readonly Outcome[]): string[] {
  const files = outcomes.flatMap(({ durations = {} }) => Object.entries(durations));
  if (files.length < 2) return [];
  const slowest = files.toSorted(([, one], [, other]) => other - one).slice(0, SLOWEST_SHOWN);
  return [
    'slowest test files:',
    ...slowest.map(([file, took]) => `${formatSeconds(took).padStart(9)}  ${file}`),
    '',
  ];
}

const formatSeconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)}s`;

/** Returns the output of the check `figures`, which is shown even if it passed. */
function describeFigures({ part, failed, output }: Outcome): string[] {
  return part === 'figures' && failed === 0 ? [output, ''] : [];
}

function describeFailure({ part, failed, output }: Outcome): string[] {
  if (failed === 0) return [];
  return ['', style('red', `✖ ${part}`), ...(output ? [output] : [])];
}

/** Describes a part in one line: its result, its duration and the number of tests that passed. */
export function describePart({ part, passed, failed, skipped, took }: Outcome): string {
  const counts = passed + failed > 1 ? [`${passed} passed`, `${failed} failed`] : [];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const mark = failed === 0 ? style('green', '✔') : style('red', '✖');
  return `${mark} ${part.padEnd(12)} ${formatSeconds(took).padStart(7)}  ${counts.join(', ')}`.trimEnd();
}

function style(format: 'green' | 'red', text: string): string {
  return styleText(format, text, { stream: process.stdout });
}
