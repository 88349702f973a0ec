import { describe, expect, it } from 'vitest';
import { checkVersions } from '../../../ops/cli/doctor/checks/versions.ts';
import { chooseExitCode, type Severity } from '../../../ops/cli/doctor/finding.ts';
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

  it.each<[what: string, name: string, variables: NodeJS.ProcessEnv, says: RegExp]>([
    ['an invalid port', 'ingress', { DATABASE_URL, PORT: 'http' }, /PORT must be an integer/],
    ['two servers on one port', 'ingress', { DATABASE_URL, PORT: '9464' }, /PORT and OPS_PORT must not be/],
    ['no database', 'ingress', {}, /DATABASE_URL must be set/],
    ['no browser', 'worker-pdfs', { DATABASE_URL }, /CHROMIUM_PATH must be set/],
    [
      'a file that is not a browser',
      'worker',
      { DATABASE_URL, CHROMIUM_PATH: '/etc' },
      /CHROMIUM_PATH must be/,
    ],
    ['no password', 'dashboard', { DATABASE_URL }, /DASHBOARD_PASSWORD must be set/],
    [
      'changes that are written nowhere',
      'dashboard',
      { DASHBOARD_PASSWORD: 'correct horse battery', DASHBOARD_READ_ONLY: 'false' },
      /DATABASE_URL must be set/,
    ],
    [
      'a login for two',
      'migrate',
      { DATABASE_URL, INGRESS_DATABASE_URL: DATABASE_URL },
      /name the same login/,
    ],
    ['a secret in two places', 'commands', { DATABASE_URL, DATABASE_URL_FILE: '/x' }, /are both set/],
  ])('finds %s', async (_what, name, variables, says) => {
    const found = await examine('settings', { [name]: variables });
    expect(found).toEqual([expect.stringMatching(new RegExp(`^fail \\| ${name} \\| .*${says.source}`))]);
    expect(found.join()).not.toContain('secret@');
  });

  it('reports each fault of a process as its own finding', async () => {
    expect(await examine('settings', { worker: { PORT: 'http' } })).toEqual([
      expect.stringMatching(/^fail \| worker \| .*DATABASE_URL must be set/),
      expect.stringMatching(/^fail \| worker \| .*PORT must be an integer/),
      expect.stringMatching(/^fail \| worker \| .*CHROMIUM_PATH must be set/),
    ]);
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
