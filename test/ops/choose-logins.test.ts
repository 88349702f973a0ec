import { describe, expect, it } from 'vitest';
import { chooseLogins } from '../../ops/cli/choose-logins.ts';
import { loadEnvironment } from '../../src/platform/config/environment.ts';

const DATABASE_URL = 'postgres://someone@db/engine';
const MIGRATIONS_DATABASE_URL = 'postgres://owner@db/engine';
const WORKER_DATABASE_URL = 'postgres://engine_worker_login:x%27y@db/engine';

const choose = (settings: Record<string, string>) =>
  chooseLogins(loadEnvironment({ DATABASE_URL, ...settings }));

describe('what migrate makes of the logins in the settings', () => {
  it.each([
    ['it is alone', {}, 'someone'],
    ['only the owner is named besides', { MIGRATIONS_DATABASE_URL }, 'someone'],
    ['only a process is named besides', { WORKER_DATABASE_URL }, 'someone'],
    ['the owner and a process are named apart', { MIGRATIONS_DATABASE_URL, WORKER_DATABASE_URL }, undefined],
    ['it names no login', { DATABASE_URL: 'postgres://db/engine' }, undefined],
  ])('lets DATABASE_URL’s take every role, or not, where %s', (_case, settings, shared) => {
    expect(choose(settings).sharedLogin).toBe(shared);
  });

  it('gives no process the roles of the others where its login is DATABASE_URL’s', () => {
    const settings = { DATABASE_URL: WORKER_DATABASE_URL, MIGRATIONS_DATABASE_URL, WORKER_DATABASE_URL };
    expect(choose(settings)).toEqual({
      logins: [{ role: 'worker', name: 'engine_worker_login', password: "x'y" }],
      sharedLogin: undefined,
      remarks: [],
    });
  });

  it.each([
    ['postgres://w@other/engine', /^WORKER_DATABASE_URL leads to other:5432, DATABASE_URL to db:5432: /],
    ['postgres://w@db:6432/engine', /^WORKER_DATABASE_URL leads to db:6432, DATABASE_URL to db:5432: /],
  ])('tells of another server, a pooler or a slip of copying: %s', (address, line) => {
    const { remarks } = choose({ WORKER_DATABASE_URL: address });
    expect(remarks).toEqual([expect.stringMatching(line)]);
  });

  it.each([
    [
      { READER_DATABASE_URL: 'postgres://r@db:6432/engines' },
      /^READER_DATABASE_URL must name the database of DATABASE_URL: it names engines instead of engine$/,
    ],
    [
      { MIGRATIONS_DATABASE_URL: 'postgres://owner@db/staging' },
      /^MIGRATIONS_DATABASE_URL .* staging instead of engine$/,
    ],
    [
      { WORKER_DATABASE_URL, INGRESS_DATABASE_URL: WORKER_DATABASE_URL },
      /^INGRESS_DATABASE_URL and WORKER_DATABASE_URL name the same login, engine_worker_login, /,
    ],
    [
      { OPERATOR_DATABASE_URL: 'postgres://someone@db/engine' },
      /^DATABASE_URL and OPERATOR_DATABASE_URL name the same login, someone, with which npm run migrate works/,
    ],
    [
      { MIGRATIONS_DATABASE_URL, DASHBOARD_DATABASE_URL: 'postgres://owner:x@db/engine' },
      /^MIGRATIONS_DATABASE_URL and DASHBOARD_DATABASE_URL name the same login, owner, /,
    ],
  ])('refuses %j, a slip of copying, in one line that names the variable and no password', (given, line) => {
    const settings: Record<string, string | undefined> = given;
    expect(() => choose(settings as Record<string, string>)).toThrow(
      expect.objectContaining({ name: 'ConfigurationError', message: expect.stringMatching(line) }),
    );
  });

  it.each([
    {
      DATABASE_URL: 'postgres://a@LOCALHOST/engine',
      WORKER_DATABASE_URL: 'postgres://b@127.0.0.1:5432/engine',
    },
    { MIGRATIONS_DATABASE_URL: 'postgres://owner@past-the-pooler:6432/engine', WORKER_DATABASE_URL },
  ])('takes %j for the same database', (settings) => {
    expect(choose(settings).logins).toHaveLength(1);
  });
});
