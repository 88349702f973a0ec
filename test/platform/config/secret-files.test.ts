import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigurationError } from '#src/platform/config/configuration-error.ts';
import { type Environment, loadEnvironment } from '#src/platform/config/environment.ts';
import { followSecret } from '#src/platform/config/follow-secret.ts';
import { findDashboardFaults, findIngressFaults } from '#src/platform/config/process-rules.ts';
import { SECRETS } from '#src/platform/config/secret-settings.ts';
import { explain } from './explain.ts';
import { COMPLETE } from './wrong-values.ts';

const root = mkdtempSync(path.join(tmpdir(), 'settings-'));
afterAll(() => rmSync(root, { recursive: true }));
const makeDirectory = () => mkdtempSync(path.join(root, 'secrets-'));

describe('a secret in a file', () => {
  const without = (name: string) =>
    Object.fromEntries(Object.entries(COMPLETE).filter(([other]) => other !== name));

  it.each(SECRETS)('is read for %s without the white space and byte order mark that editors add', (name) => {
    const value = (COMPLETE as Record<string, string>)[name]!;
    const file = path.join(makeDirectory(), 'secret');
    for (const content of [value, `${value}\n`, `\uFEFF${value}\r\n`, `\n ${value} \n\n`]) {
      writeFileSync(file, content);
      expect(loadEnvironment({ ...without(name), [`${name}_FILE`]: file })).toMatchObject({ [name]: value });
    }
  });

  it.each(SECRETS)(
    'is refused for %s if the file is wrong, and the message contains no part of the secret',
    (name) => {
      const directory = makeDirectory();
      const write = (file: string, content: string | Buffer) => {
        writeFileSync(path.join(directory, file), content);
        return path.join(directory, file);
      };
      mkdirSync(path.join(directory, 'directory'));
      const value = (COMPLETE as Record<string, string>)[name]!;
      const closed = write('closed', value);
      chmodSync(closed, 0o000);
      const files = [
        ' ',
        path.join(directory, 'nowhere'),
        path.join(directory, 'directory'),
        `${closed}/x`,
        ...(process.getuid?.() === 0 ? [] : [closed]),
        write('empty', ''),
        write('blank', ' \r\n'),
        write('mark', '\uFEFF'),
        write('two', `${value}\n${value}\n`),
        write('utf16', Buffer.from(`\uFEFF${value}`, 'utf16le')),
        write('latin1', Buffer.from(`${value}é`, 'latin1')),
        write('large', `${value}${'x'.repeat(70_000)}`),
        '/dev/zero',
      ];
      for (const file of files) {
        const message = explain({ ...without(name), [`${name}_FILE`]: file });
        expect({ file, message }).toEqual({
          file,
          message: expect.stringMatching(new RegExp(`^${name}_FILE .+$`)),
        });
        expect(message).not.toContain(value);
      }
    },
  );

  it.each(SECRETS)('is refused if %s itself is also set', (name) => {
    for (const file of ['/x', '-/x'])
      expect(explain({ ...COMPLETE, [`${name}_FILE`]: file })).toBe(`${name} and ${name}_FILE are both set`);
  });

  it('is read from SECRETS_DIRECTORY if neither the setting nor its file is set', () => {
    const directory = makeDirectory();
    const read = (variables: NodeJS.ProcessEnv) =>
      loadEnvironment({ DATABASE_URL: 'postgres://h/db', SECRETS_DIRECTORY: directory, ...variables });
    const name = 'REDIS_URL';
    const file = path.join(directory, name);
    expect(read({})[name]).toBe('redis://127.0.0.1:6379');
    writeFileSync(file, 'redis://mounted\n');
    writeFileSync(path.join(directory, 'LOG_LEVEL'), 'debug');
    const settings = read({});
    expect([settings[name], settings.LOG_LEVEL]).toEqual(['redis://mounted', 'info']);
    expect(read({ [name]: 'redis://variable' })[name]).toBe('redis://variable');
    writeFileSync(path.join(directory, 'other'), 'redis://other');
    expect(read({ [`${name}_FILE`]: path.join(directory, 'other') })[name]).toBe('redis://other');
    expect(explain({ SECRETS_DIRECTORY: directory })).toBe('DATABASE_URL must be set');
    const current = followSecret(settings, name);
    writeFileSync(file, 'redis://rotated');
    expect(current()).toBe('redis://rotated');
    writeFileSync(file, 'x');
    expect(explain({ ...COMPLETE, [name]: '', SECRETS_DIRECTORY: directory })).toMatch(
      /^SECRETS_DIRECTORY\/REDIS_URL must be /,
    );
    rmSync(file);
    mkdirSync(file);
    expect(explain({ ...COMPLETE, [name]: '', SECRETS_DIRECTORY: directory })).toBe(
      "SECRETS_DIRECTORY/REDIS_URL can't be read: EISDIR",
    );
  });

  const closed = makeDirectory();
  chmodSync(closed, 0o600);
  it.each<[what: string, directory: string]>([
    ['is missing', '/nowhere'],
    ['is a file', import.meta.filename],
    ['is not absolute', 'test'],
    ...(process.getuid?.() === 0 ? [] : [['cannot be entered', closed] as [string, string]]),
  ])('is not reported as missing if SECRETS_DIRECTORY %s, which is the only fault', (_what, directory) => {
    const fault = 'SECRETS_DIRECTORY must be the absolute path of a directory that this process can enter';
    const { S3_ENDPOINT, S3_BUCKET } = COMPLETE;
    // These require secrets: the keys of the bucket, and the dashboard its password and database.
    const variables = { SECRETS_DIRECTORY: directory, RENDER_STORE: 's3', S3_ENDPOINT, S3_BUCKET };
    for (const find of [findIngressFaults, (read: Environment) => findDashboardFaults(read, true)])
      expect(() => loadEnvironment(variables, find)).toThrow(new ConfigurationError(fault));
  });

  it('is still reported if its own variable or file has a fault beside a wrong SECRETS_DIRECTORY', () => {
    const lines = explain({
      SECRETS_DIRECTORY: '/nowhere',
      DATABASE_URL_FILE: '/nowhere/url',
      REDIS_URL: 'http://h',
      LOG_LEVEL: 'loud',
    }).split('\n');
    expect(lines.map((line) => line.split(' ', 1)[0]!).toSorted()).toEqual([
      'DATABASE_URL_FILE',
      'LOG_LEVEL',
      'REDIS_URL',
      'SECRETS_DIRECTORY',
    ]);
  });

  it('may be missing or empty after a hyphen, and is then not set; other faults remain', () => {
    const directory = makeDirectory();
    const file = path.join(directory, 'secret');
    const name = 'CERTIFICATE_KEY_PREVIOUS';
    const read = (place: string) => loadEnvironment({ ...without(name), [`${name}_FILE`]: place })[name];
    expect(read(`-${file}`)).toBeUndefined();
    writeFileSync(file, ' \n');
    expect(read(`-${file}`)).toBeUndefined();
    writeFileSync(file, COMPLETE[name]);
    expect(read(`-${file}`)).toBe(COMPLETE[name]);
    for (const place of [`-${directory}`, `-${file}/x`, '-/dev/zero'])
      expect(explain({ ...without(name), [`${name}_FILE`]: place })).toMatch(
        /^CERTIFICATE_KEY_PREVIOUS_FILE /,
      );
    const required = explain({ ...without('DATABASE_URL'), DATABASE_URL_FILE: `-${file}-` });
    expect(required).toBe('DATABASE_URL must be set');
  });
});
