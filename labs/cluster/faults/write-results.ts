import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import { buildFaultTable, type FaultRecord, recordOutcome } from '../../../test/faults/fault-records.ts';
import type { FaultOutcome } from '../../../test/faults/run-fault.ts';
import { NO_201, UNLUCKIEST } from './place.ts';

/** The results of a whole run of `npm run test:cluster`. */
export type ClusterResults = {
  readonly started: string;
  readonly revision: string;
  readonly machine: string;
  readonly faults: readonly FaultRecord[];
};

/** The file with the results that docs/high-availability.md shows. */
const FILE = path.join(ROOT, 'labs', 'cluster', 'results.json');

/** Writes the times of a whole run that passed. */
export function writeResults(outcomes: readonly FaultOutcome[], started: Date): void {
  const results: ClusterResults = {
    started: started.toISOString(),
    revision: readRevision(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    faults: outcomes.map(recordOutcome),
  };
  writeFileSync(FILE, `${JSON.stringify(results, null, 2)}\n`);
}

function readRevision(): string {
  try {
    return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim();
  } catch {
    return 'unknown';
  }
}

/** A delay of at most this many seconds is not in the document. */
const SHORT = 1;

/**
 * Builds the table of docs/high-availability.md: the faults that delayed a 201 or its invoices, and
 * the measures that have a goal. Below it are the names of the other faults. results.json contains
 * all measures.
 */
export function buildClusterTable({ faults }: Pick<ClusterResults, 'faults'>): string {
  const columns = { [NO_201]: 'no 201 for', [UNLUCKIEST]: 'a 201 waited for its invoices' };
  const shown = faults.map((fault) => ({
    ...fault,
    measures: fault.measures.filter(({ what, limit }) => what in columns || limit !== undefined),
  }));
  const isShort = ({ skipped, measures }: FaultRecord) =>
    skipped === undefined && measures.every(({ seconds, limit }) => seconds <= SHORT && limit === undefined);
  const names = shown.filter(isShort).map(({ name }) => `\`${name}\``);
  const table = buildFaultTable(
    shown.filter((fault) => !isShort(fault)),
    columns,
  );
  return names.length === 0
    ? table
    : `${table}\nThese faults delayed neither a 201 nor its invoices by more than ${SHORT} s: ${names.join(', ')}.\n`;
}
