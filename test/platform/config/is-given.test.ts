import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '#src/platform/config/configuration-error.ts';
import { loadEnvironment } from '#src/platform/config/environment.ts';
import { isGiven } from '#src/platform/config/is-given.ts';

const directory = mkdtempSync(path.join(tmpdir(), 'given-'));
afterAll(() => rmSync(directory, { recursive: true }));
const write = (name: string, content: string) => {
  writeFileSync(path.join(directory, name), content);
  return path.join(directory, name);
};
const full = write('full', 'postgres://h/db');
const empty = write('empty', ' \n');
const missing = path.join(directory, 'missing');
// The files of SECRETS_DIRECTORY.
write('REDIS_URL', 'redis://mounted');
write('DASHBOARD_PASSWORD', '\n');
write('AEAT_URL', 'http://aeat:3002');

describe('a setting is given', () => {
  it.each<[what: string, variables: NodeJS.ProcessEnv]>([
    ['its variable is set', { DATABASE_URL: 'postgres://h/db' }],
    ['its file has a secret', { DATABASE_URL_FILE: full }],
    ['its optional file has a secret', { DATABASE_URL_FILE: `-${full}` }],
  ])('if %s', (_what, variables) => {
    expect(isGiven('DATABASE_URL', variables)).toBe(true);
    expect(loadEnvironment(variables).DATABASE_URL).toBe('postgres://h/db');
  });

  it.each<[what: string, variables: NodeJS.ProcessEnv]>([
    ['its variable and its file are both set', { DATABASE_URL: 'postgres://h/db', DATABASE_URL_FILE: full }],
    [
      'its variable is set beside an optional file that is missing',
      { DATABASE_URL: 'postgres://h/db', DATABASE_URL_FILE: `-${missing}` },
    ],
    ['its file is missing', { DATABASE_URL_FILE: missing }],
    ['its file is empty', { DATABASE_URL_FILE: empty }],
    ['SECRETS_DIRECTORY is no directory', { SECRETS_DIRECTORY: full }],
    ['its optional file cannot be read', { DATABASE_URL_FILE: `-${directory}` }],
  ])('if %s, which is reported as a fault', (_what, variables) => {
    expect(isGiven('DATABASE_URL', variables)).toBe(true);
    expect(() => loadEnvironment(variables)).toThrow(ConfigurationError);
  });

  it('if it is a secret and SECRETS_DIRECTORY has its file', () => {
    expect(isGiven('REDIS_URL', { SECRETS_DIRECTORY: directory })).toBe(true);
  });
});

describe('a setting is not given', () => {
  it.each<[what: string, variables: NodeJS.ProcessEnv]>([
    ['nothing names it', {}],
    ['its variables are empty', { DATABASE_URL: '', DATABASE_URL_FILE: '' }],
    ['its optional file is missing', { DATABASE_URL_FILE: `-${missing}` }],
    ['its optional file is empty', { DATABASE_URL_FILE: `-${empty}` }],
    ['SECRETS_DIRECTORY lacks its file', { SECRETS_DIRECTORY: directory }],
  ])('if %s', (_what, variables) => {
    expect(isGiven('DATABASE_URL', variables)).toBe(false);
    expect(() => loadEnvironment(variables)).toThrow('DATABASE_URL must be set');
  });

  it('if its file in SECRETS_DIRECTORY is empty', () => {
    const variables = { DATABASE_URL_FILE: full, SECRETS_DIRECTORY: directory };
    expect(isGiven('DASHBOARD_PASSWORD', variables)).toBe(false);
    expect(loadEnvironment(variables).DASHBOARD_PASSWORD).toBeUndefined();
  });

  it('if only a file names it and it is no secret, since no file is read for it', () => {
    for (const variables of [{ SECRETS_DIRECTORY: directory }, { AEAT_URL_FILE: full }])
      expect(isGiven('AEAT_URL', variables)).toBe(false);
  });
});
