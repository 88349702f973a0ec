import { styleText } from 'node:util';
import type { Outcome } from './test-parts.ts';

/** The output of what failed, a line for each part, and as the very last line the two numbers that scripts read. */
export function buildTestSummary(outcomes: readonly Outcome[]): string {
  const sum = (member: 'passed' | 'failed') =>
    outcomes.reduce((total, outcome) => total + outcome[member], 0);
  return [
    ...outcomes.flatMap(describeFailure),
    '',
    ...outcomes.map(describePart),
    '',
    ...outcomes.flatMap(describeFigures),
    `${sum('passed')} passed, ${sum('failed')} failed`,
  ].join('\n');
}

/** The one check whose output is for reading, whatever it finds. */
function describeFigures({ part, failed, output }: Outcome): string[] {
  return part === 'figures' && failed === 0 ? [output, ''] : [];
}

function describeFailure({ part, failed, output }: Outcome): string[] {
  if (failed === 0) return [];
  return ['', style('red', `✖ ${part}`), ...(output ? [output] : [])];
}

function describePart({ part, passed, failed, skipped, took }: Outcome): string {
  const counts = passed + failed > 1 ? [`${passed} passed`, `${failed} failed`] : [];
  if (skipped > 0) counts.push(`${skipped} skipped`);
  const mark = failed === 0 ? style('green', '✔') : style('red', '✖');
  return `${mark} ${part.padEnd(12)} ${`${(took / 1000).toFixed(1)}s`.padStart(7)}  ${counts.join(', ')}`.trimEnd();
}

function style(format: 'green' | 'red', text: string): string {
  return styleText(format, text, { stream: process.stdout });
}
