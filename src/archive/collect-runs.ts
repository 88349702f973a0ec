import type { MonthRecord } from './partitions/read-month.ts';
import type { Run } from './manifest.ts';

/**
 * Adds an archived record to the runs of its organization. The records must come in the order of
 * their chains.
 */
export function addToRuns(runs: Run[], record: MonthRecord): void {
  const last = runs.at(-1);
  if (last?.chainId === record.chainId && last.lastSequence === record.sequence - 1) {
    runs[runs.length - 1] = { ...last, lastSequence: record.sequence, lastHash: record.hash };
    return;
  }
  runs.push({
    chainId: record.chainId,
    issuerNif: record.issuerNif,
    installationNumber: record.installationNumber,
    firstSequence: record.sequence,
    lastSequence: record.sequence,
    hashBefore: record.previousHash,
    lastHash: record.hash,
  });
}
