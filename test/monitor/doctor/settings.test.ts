import { describe, expect, it } from 'vitest';
import { checkVersions } from '#src/monitor/doctor/checks/versions.ts';
import { chooseExitCode, type Severity } from '#src/monitor/doctor/finding.ts';
import { examine } from './examine.ts';

const DATABASE_URL = 'postgres://someone:secret@127.0.0.1:1/engine';
const WORKER = { DATABASE_URL, CHROMIUM_PATH: '/bin/sh' };

describe('the doctor’s check of settings', () => {
  it('judges the settings of each process as that process does', async () => {
    await expect(
      examine('settings', {
        ingress: { DATABASE_URL },
        worker: WORKER,
        // A read-only dashboard needs no database.
        dashboard: { DASHBOARD_PASSWORD: 'correct horse battery' },
        migrate: { DATABASE_URL },
        commands: { DATABASE_URL },
      }),
    ).resolves.toEqual(
      ['ingress', 'worker', 'dashboard', 'migrate', 'commands'].map((name) =>
        expect.stringMatching(new RegExp(`^ok \\| ${name} \\|`)),
      ),
    );
  });

  it('accepts a read-only dashboard whose optional file of DATABASE_URL is missing', async () => {
    const dashboard = { DASHBOARD_PASSWORD: 'correct horse battery', DATABASE_URL_FILE: '-/nowhere/url' };
    await expect(examine('settings', { dashboard })).resolves.toEqual([
      expect.stringMatching(/^ok \| dashboard \|/),
    ]);
  });

  it.each<[what: string, name: string, variables: NodeJS.ProcessEnv, says: RegExp]>([
    ['an invalid port', 'ingress', { DATABASE_URL, PORT: 'http' }, /PORT must be an integer/],
    ['no database', 'ingress', {}, /DATABASE_URL must be set/],
    [
      'a file that is not a browser',
      'worker',
      { DATABASE_URL, CHROMIUM_PATH: '/etc' },
      /CHROMIUM_PATH must be/,
    ],
    ['a secret in two places', 'commands', { DATABASE_URL, DATABASE_URL_FILE: '/x' }, /are both set/],
  ])('finds %s', async (_what, name, variables, says) => {
    const found = await examine('settings', { [name]: variables });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^fail \\| ${name} \\| .*${says.source}`))]);
    expect(found.join()).not.toContain('secret@');
  });

  it('finds processes with contradicting settings', async () => {
    const found = await examine('settings', {
      ingress: { DATABASE_URL, VERIFACTU_PRODUCER_NAME: 'Una SL' },
      worker: { ...WORKER, AEAT_URL: 'http://127.0.0.1:3002', REDIS_URL: 'redis://127.0.0.1:1' },
      commands: { DATABASE_URL, AEAT_URL: 'http://127.0.0.1:3003' },
    });
    expect(found.filter((line) => !line.startsWith('ok'))).toEqual([
      'fail | settings | VERIFACTU_PRODUCER_NAME differs between ingress, worker',
      'fail | settings | REDIS_URL differs between ingress, worker',
      'warn | settings | AEAT_URL differs between worker, commands',
    ]);
  });

  it('finds a version of Node.js that is too old', () => {
    expect(checkVersions('22.20.0')[1]).toMatchObject({ severity: 'fail' });
    expect(checkVersions('24.11.9')[1]).toMatchObject({ severity: 'fail' });
    expect(checkVersions('24.12.0')[1]).toMatchObject({ severity: 'ok' });
  });
});

it.each<[Severity[], number]>([
  [['ok', 'skip'], 0],
  [['ok', 'warn', 'skip'], 1],
  [['warn', 'fail', 'ok'], 2],
])('the doctor ends with the code of the worst of %s', (severities, code) => {
  expect(chooseExitCode(severities.map((severity) => ({ severity })))).toBe(code);
});
