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
import type { Check } from './run-checks.ts';

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
