import type { Verdict } from '../../ops/checker/invariant.ts';
import type { FaultOutcome } from './run-fault.ts';

/** The rules whose breaks are losses, and those whose breaks are doubles. */
const LOSSES = new Set(['I1', 'I6', 'I8']);
const DOUBLES = new Set(['I2', 'I3', 'I4']);

const HEAD = ['fault', 'times', 'median', 'slowest', 'limit', 'lost', 'doubled', 'took', ''];

/** The table of the runs: fault, times injected, recovery time, lost, doubled. */
export function buildFaultTable(outcomes: readonly FaultOutcome[]): string {
  const rows = outcomes.map(({ fault, result, verdicts, failure, skipped, took }) => {
    const state = skipped !== null ? `SKIPPED: ${skipped}` : failure === null ? 'passed' : 'FAILED';
    const recoveries = (result?.recoveries ?? []).toSorted((a, b) => a - b);
    const median = recoveries[Math.floor(recoveries.length / 2)];
    return [
      fault.name,
      result ? String(result.injected) : '–',
      seconds(median),
      seconds(recoveries.at(-1)),
      seconds(fault.limit),
      result ? String(countBroken(verdicts, LOSSES)) : '–',
      result ? String(countBroken(verdicts, DOUBLES)) : '–',
      seconds(took),
      state,
    ];
  });
  const widths = HEAD.map((_, column) => Math.max(...[HEAD, ...rows].map((row) => row[column]!.length)));
  const lines = [HEAD, ...rows].map((row) =>
    row
      .map((cell, column) =>
        column === 0 || column === 8 ? cell.padEnd(widths[column]!) : cell.padStart(widths[column]!),
      )
      .join('  ')
      .trimEnd(),
  );
  const legend = outcomes.map(
    ({ fault, result }) =>
      `  ${fault.name.padEnd(widths[0]!)}  ${fault.title}; recovered: ${fault.recovered}${result?.note ? ` (${result.note})` : ''}`,
  );
  return [...lines, '', ...legend].join('\n');
}

function seconds(ms: number | undefined): string {
  return ms === undefined ? '–' : `${(ms / 1000).toFixed(1)} s`;
}

function countBroken(verdicts: readonly Verdict[], which: ReadonlySet<string>): number {
  return verdicts
    .filter(({ invariant }) => which.has(invariant))
    .reduce((sum, { broken }) => sum + broken, 0);
}
