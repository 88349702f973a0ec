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
import { checkSchema } from './checks/schema.ts';
import { checkSessions } from './checks/sessions.ts';
import { checkSettings } from './checks/settings.ts';
import { checkSpfe } from './checks/spfe.ts';
import { checkVersions } from './checks/versions.ts';
import { fail, type Finding, type Line } from './finding.ts';
import type { Patient } from './patient.ts';

/** A check of the doctor. An error that it throws becomes a failure in the report. */
export type Check = {
  readonly name: string;
  readonly look: (patient: Patient) => Promise<readonly Finding[]> | readonly Finding[];
};

/** All checks in the order of the report: each thing after those that it depends on. */
export const ALL_CHECKS: readonly Check[] = [
  { name: 'version', look: () => checkVersions() },
  { name: 'settings', look: checkSettings },
  { name: 'postgres', look: checkPostgres },
  { name: 'sessions', look: checkSessions },
  { name: 'migrations', look: checkMigrations },
  { name: 'schema', look: checkSchema },
  { name: 'login', look: checkRights },
  { name: 'redis', look: checkRedis },
  { name: 'processes', look: checkProcesses },
  { name: 'clock', look: checkClock },
  { name: 'aeat', look: checkAeat },
  { name: 'spfe', look: checkSpfe },
  { name: 'certificate', look: checkCertificates },
  { name: 'chromium', look: checkBrowser },
  { name: 'disk', look: checkDisk },
  { name: 'backup', look: checkBackups },
  { name: 'port', look: checkPorts },
];

/** The time limit of a check, longer than any check takes on a healthy machine. */
const PATIENCE_MS = 60_000;

/** Runs checks concurrently. @returns their lines, in the order of the checks. */
export async function runChecks(checks: readonly Check[], patient: Patient): Promise<Line[]> {
  const found = await Promise.all(checks.map((check) => look(check, patient)));
  return found.flatMap((findings, index) =>
    findings.map((finding) => ({ check: checks[index]!.name, ...finding })),
  );
}

async function look(check: Check, patient: Patient): Promise<readonly Finding[]> {
  const late = wait(
    PATIENCE_MS,
    [
      fail(
        `the check did not end within ${PATIENCE_MS / 1000} s`,
        'find out which server or file it waits for',
      ),
    ],
    { ref: false },
  );
  try {
    return await Promise.race([check.look(patient), late]);
  } catch (error) {
    return [
      fail(
        (error as Error).message.split('\n', 1)[0]!,
        'run the doctor again; if this failure stays, report it as a bug',
      ),
    ];
  }
}
