import { describe, expect, it } from 'vitest';
import { judgeInstallation } from '#src/monitor/judge-installation.ts';
import type { Installation } from '#src/monitor/statements/overview.ts';
import { buildInstallation } from './support/installation.ts';

const NOW = Date.parse('2026-11-21T08:12:00Z');
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

function tell(changes: Partial<Installation>): string[] {
  const installation = { ...buildInstallation(NOW), ...changes };
  return judgeInstallation(installation, NOW).map(({ urgency, what }) => `${urgency}: ${what}`);
}

describe('judgeInstallation', () => {
  it.each<[string, Partial<Installation>, string[]]>([
    [
      'pending migrations',
      { migrated: { newest: '0011-months', standing: 'behind' } },
      ['act: Migrations are pending: the newest is 0011-months'],
    ],
    [
      'a schema of a newer release',
      { migrated: { newest: '0999-x', standing: 'ahead' } },
      ['act: The database is newer than this dashboard: 0999-x'],
    ],
    [
      'a missing backup and verification',
      { checks: [] },
      ['look: No backup is recorded', 'look: No verification of the chains is recorded'],
    ],
    [
      'an old backup and a broken chain',
      {
        checks: [
          { act: 'database.backup', at: NOW - 5 * DAY, operator: 'ana', details: {} },
          { act: 'chain.verify', at: NOW - MINUTE, operator: 'ana', details: { chains: 3, broken: 1 } },
        ],
      },
      ['act: verify-chain found 1 broken', 'look: The last backup is 5 days old'],
    ],
    [
      'an asynchronous standby',
      { promised: { promise: 'on the disk of the primary alone', standing: 'asynchronous' } },
      ['look: Promoting a standby loses the last acknowledged transactions'],
    ],
    [
      'a missing synchronous standby',
      { promised: { promise: 'nothing can be committed', standing: 'stuck' } },
      ['act: No transaction can be committed: commits wait for a standby, and none is connected'],
    ],
  ])('reports %s', (_name, installation, told) => {
    expect(tell(installation)).toEqual(told);
  });
});
