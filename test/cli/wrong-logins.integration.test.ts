import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../support/database.ts';
import { runCli } from '../support/run-cli.ts';
import { everyNth } from '../support/long.ts';

/*
 * Settings that lead to a wrong database or login: the error message names the setting that was
 * used.
 */
describe('a command with a wrong database address', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openTestDatabase();
  });
  afterAll(() => database[Symbol.asyncDispose]());

  const spoil = (url: string, parts: Partial<URL>) => Object.assign(new URL(url), parts).href;
  const CASES: [what: string, command: string, args: string[], () => NodeJS.ProcessEnv, message: RegExp][] = [
    [
      'a wrong password',
      'org',
      ['list'],
      () => ({ OPERATOR_DATABASE_URL: spoil(database.urlOf('operator'), { password: 'wrong' }) }),
      /^The database of OPERATOR_DATABASE_URL refuses the connection: .+engine_operator_login/,
    ],
    [
      'no server',
      'backup',
      ['--output', '/tmp/wrong-logins-never-made'],
      () => ({ READER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      /^The database of READER_DATABASE_URL is not reachable$/,
    ],
    [
      'no server',
      'check-invariants',
      [],
      () => ({ READER_DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      /^The database of READER_DATABASE_URL is not reachable$/,
    ],
    [
      'no database of the name',
      'retention',
      [],
      () => ({ RETENTION_DATABASE_URL: spoil(database.urlOf('retention'), { pathname: '/nowhere' }) }),
      /^The database of RETENTION_DATABASE_URL refuses the connection: .*nowhere/,
    ],
    [
      'the login of another kind',
      'org',
      ['list'],
      () => ({ OPERATOR_DATABASE_URL: database.urlOf('reader') }),
      /^The login of OPERATOR_DATABASE_URL may not take the role engine_operator: .* Set OPERATOR_DATABASE_URL to .*npm run migrate/,
    ],
    [
      'the login of another kind as everybody’s',
      'backup',
      ['--output', '/tmp/wrong-logins-never-made'],
      () => ({ DATABASE_URL: database.urlOf('worker') }),
      /^The login of DATABASE_URL may not take the role engine_reader: .* Set READER_DATABASE_URL to /,
    ],
    [
      'a database of something else',
      'chains',
      [],
      () => ({ DATABASE_URL: spoil(database.url, { pathname: '/postgres' }) }),
      /^The database of DATABASE_URL is the wrong one, or has the tables of another version \(npm run migrate\): /,
    ],
  ];

  it.each(everyNth(4, CASES))(
    '%s: %s %j reports it in one line',
    { timeout: 60_000 },
    async (_what, command, args, settings, message) => {
      const given = { DATABASE_URL: database.url, ...settings() };
      const { code, out, err } = await runCli(command, args, given);
      expect({ code, out, err }).toEqual({
        code: command === 'check-invariants' ? 2 : 1,
        out: '',
        err: expect.stringMatching(/^[^\n]+\n$/),
      });
      expect(err.trimEnd()).toMatch(message);
    },
  );
});
