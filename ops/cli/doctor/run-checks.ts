import { setTimeout as wait } from 'node:timers/promises';
import { fail, type Finding, type Line } from './finding.ts';
import type { Patient } from './patient.ts';

/** One thing that is looked at. What it throws is a failure of what it looks at. */
export type Check = {
  readonly name: string;
  readonly look: (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[];
};

/** Longer than any check takes on a machine that works. */
const PATIENCE_MS = 60_000;

/** Runs checks side by side. @returns their lines, in the order of the checks. */
export async function runChecks(checks: readonly Check[], patient: Patient): Promise<Line[]> {
  const found = await Promise.all(checks.map((check) => look(check, patient)));
  return found.flatMap((findings, index) =>
    findings.map((finding) => ({ check: checks[index]!.name, ...finding })),
  );
}

async function look(check: Check, patient: Patient): Promise<readonly Finding[]> {
  const late = wait(
    PATIENCE_MS,
    [fail(`had no answer after ${PATIENCE_MS / 1000} s`, 'something that it asks hangs')],
    { ref: false },
  );
  try {
    return await Promise.race([check.look(patient), late]);
  } catch (error) {
    return [fail((error as Error).message.split('\n', 1)[0]!, 'run it again; if it stays, tell the makers')];
  }
}
