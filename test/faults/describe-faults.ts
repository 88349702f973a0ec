import type { Fault } from './fault.ts';
import type { FaultOutcome } from './run-fault.ts';

/** Describes each fault, how it is undone and what must hold afterwards, for `--list`. */
export function describeFaults(faults: readonly Omit<Fault<never>, 'run'>[]): string {
  return faults
    .map(({ name, hurts, undone, awaits, needs }) =>
      [
        name,
        `  fault     ${hurts}`,
        `  undone    ${undone}`,
        `  expected  ${awaits}`,
        ...(needs === undefined ? [] : [`  needs     ${needs}`]),
      ].join('\n'),
    )
    .join('\n\n');
}

/** Describes the outcome of a fault, one line per fact. */
export function describeOutcome(outcome: FaultOutcome): string[] {
  const { measures, failure, skipped, seconds, acknowledged, reasons } = outcome;
  if (skipped !== null) return [`SKIPPED: ${skipped}`];
  const times = measures.map(
    ({ what, seconds: took, limit }) =>
      `${what}: ${took.toFixed(1)} s${limit === undefined ? '' : ` (at most ${limit})`}`,
  );
  const others = Object.entries(reasons).map(([reason, count]) => `${count} × ${reason}`);
  const load = `${acknowledged} batches acknowledged${others.length === 0 ? ', none refused' : `, and also ${others.join(', ')}`}`;
  return [
    ...times,
    load,
    failure === null
      ? `passed in ${seconds.toFixed(0)} s: no batch was lost or duplicated`
      : `FAILED: ${failure}`,
  ];
}

/** Formats the times of all faults as a table for the terminal. */
export function buildOutcomeTable(outcomes: readonly FaultOutcome[]): string {
  const rows = outcomes.flatMap(({ fault, measures, skipped, failure }) => {
    const end = skipped === null ? (failure === null ? '' : 'FAILED') : `SKIPPED: ${skipped}`;
    if (measures.length === 0) return [[fault.name, '', '', '', end]];
    return measures.map(({ what, seconds, limit }, index) => [
      index === 0 ? fault.name : '',
      what,
      `${seconds.toFixed(1)} s`,
      limit === undefined ? '' : `≤ ${limit} s`,
      index === 0 ? end : '',
    ]);
  });
  const all = [['fault', 'what', 'took', 'goal', ''], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  return all
    .map((row) =>
      row
        .map((cell, column) =>
          column === 2 || column === 3 ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!),
        )
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
