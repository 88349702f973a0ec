import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../ops/local/boot/layout.ts';
import type { FaultOutcome } from './run-fault.ts';

/** What docs/high-availability.md quotes. */
const FILE = path.join(ROOT, 'ops', 'lab', 'cluster', 'results.json');

/** Writes the times of a whole run that passed. */
export function writeResults(outcomes: readonly FaultOutcome[], started: Date): void {
  const results = {
    started: started.toISOString(),
    revision: readRevision(),
    machine: `${availableParallelism()} × ${cpus()[0]?.model ?? 'unknown'}`,
    faults: outcomes.map(({ fault, measures, acknowledged, reasons, skipped }) => ({
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
    })),
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
