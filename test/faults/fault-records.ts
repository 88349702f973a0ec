import { buildMarkdownTable } from '../support/markdown-table.ts';
import type { Measure } from './fault.ts';
import type { FaultOutcome } from './run-fault.ts';

/** The record of a fault that was run, in `results.json` of a cluster and of containers. */
export type FaultRecord = {
  readonly name: string;
  readonly hurts: string;
  readonly undone: string;
  readonly awaits: string;
  readonly acknowledged: number;
  readonly reasons: Readonly<Record<string, number>>;
  readonly skipped?: string;
  readonly measures: readonly Measure[];
};

/** Seconds are rounded to a tenth, because repeated runs differ by more. */
export function recordOutcome(outcome: FaultOutcome): FaultRecord {
  const { fault, acknowledged, reasons, skipped, measures } = outcome;
  return {
    name: fault.name,
    hurts: fault.hurts,
    undone: fault.undone,
    awaits: fault.awaits,
    acknowledged,
    reasons,
    ...(skipped !== null && { skipped }),
    measures: measures.map(({ what, seconds, limit }) => ({
      what,
      seconds: Number(seconds.toFixed(1)),
      ...(limit !== undefined && { limit }),
    })),
  };
}

/** The part that the documents show. */
export type QuotedRecord = Pick<FaultRecord, 'name' | 'hurts' | 'skipped' | 'measures'>;

/**
 * Builds the table of a document.
 * @param columns the headings of measures with a column of their own, by measure; a last column
 *   contains all others.
 */
export function buildFaultTable(
  faults: readonly QuotedRecord[],
  columns: Readonly<Record<string, string>>,
): string {
  const own = Object.keys(columns);
  const isOther = ({ what }: Measure) => !own.includes(what);
  const hasOthers = faults.some(({ skipped, measures }) => skipped !== undefined || measures.some(isOther));
  const rows = faults.map(({ name, hurts, skipped, measures }) => {
    const others = measures.filter(isOther).map((measure) => `${measure.what}: ${format(measure)}`);
    return [
      `\`${name}\``,
      hurts,
      ...own.map((what) => format(measures.find((measure) => measure.what === what))),
      ...(hasOthers ? [skipped === undefined ? others.join('; ') : `not run: ${skipped}`] : []),
    ];
  });
  const head = ['fault', 'description', ...Object.values(columns), ...(hasOthers ? ['other times'] : [])];
  return buildMarkdownTable(head, rows);
}

function format(measure: Measure | undefined): string {
  if (measure === undefined) return '–';
  const { seconds, limit } = measure;
  return `${seconds.toFixed(1)} s${limit === undefined ? '' : ` (goal: ${limit})`}`;
}
