import { setTimeout as wait } from 'node:timers/promises';
import { checkAeat } from './checks/aeat.ts';
import { checkBackups } from './checks/backups.ts';
import { checkBrowser } from './checks/browser.ts';
import { checkCertificates } from './checks/certificates.ts';
import { checkClock } from './checks/clock.ts';
import { checkDisk } from './checks/disk.ts';
import { checkMigrations } from './checks/migrations.ts';
import { checkPorts } from './checks/ports.ts';
import { checkPostgres } from './checks/postgres.ts';
import { checkProcesses } from './checks/processes.ts';
import { checkRedis } from './checks/redis.ts';
import { checkRights } from './checks/rights.ts';
import { checkSessions } from './checks/sessions.ts';
import { checkSettings } from './checks/settings.ts';
import { checkVersions } from './checks/versions.ts';
import { fail, type Finding, type Line } from './finding.ts';
import type { Patient } from './patient.ts';

/** One thing that is looked at. What it throws is a failure of what it looks at. */
export type Check = {
  readonly name: string;
  readonly look: (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[];
};

/** What is looked at, in the order in which one thing needs the other. */
export const ALL_CHECKS: readonly Check[] = [
  { name: 'version', look: () => checkVersions() },
  { name: 'settings', look: checkSettings },
  { name: 'postgres', look: checkPostgres },
  { name: 'sessions', look: checkSessions },
  { name: 'migrations', look: checkMigrations },
  { name: 'login', look: checkRights },
  { name: 'redis', look: checkRedis },
  { name: 'processes', look: checkProcesses },
  { name: 'clock', look: checkClock },
  { name: 'aeat', look: checkAeat },
  { name: 'certificate', look: checkCertificates },
  { name: 'chromium', look: checkBrowser },
  { name: 'disk', look: checkDisk },
  { name: 'backup', look: checkBackups },
  { name: 'port', look: checkPorts },
];

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
