import { describe, expect, it } from 'vitest';
import { chooseLogins } from '#src/platform/process/choose-logins.ts';
import { loadEnvironment } from '#src/platform/config/environment.ts';

const DATABASE_URL = 'postgres://someone@db/engine';
const MIGRATIONS_DATABASE_URL = 'postgres://owner@db/engine';
const WORKER_DATABASE_URL = 'postgres://engine_worker_login:x%27y@db/engine';

const choose = (settings: Record<string, string>) =>
  chooseLogins(loadEnvironment({ DATABASE_URL, ...settings }));

describe('the choice of logins by npm run migrate', () => {
  it.each([
    ['no other login is set', {}, 'someone'],
    ['only the owner has another login', { MIGRATIONS_DATABASE_URL }, 'someone'],
    ['only a process has another login', { WORKER_DATABASE_URL }, 'someone'],
    [
      'the owner and a process have other logins',
      { MIGRATIONS_DATABASE_URL, WORKER_DATABASE_URL },
      undefined,
    ],
    ['its address contains no login', { DATABASE_URL: 'postgres://db/engine' }, undefined],
  ])('decides whether the login of DATABASE_URL may take every role if %s', (_case, settings, shared) => {
    expect(choose(settings).sharedLogin).toBe(shared);
  });

  it('does not give a process the roles of the others if its login is that of DATABASE_URL', () => {
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
  ])('remarks on another server, which is a pooler or a mistake: %s', (address, line) => {
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
      /^DATABASE_URL and OPERATOR_DATABASE_URL name the same login, someone, which npm run migrate uses/,
    ],
    [
      { MIGRATIONS_DATABASE_URL, DASHBOARD_DATABASE_URL: 'postgres://owner:x@db/engine' },
      /^MIGRATIONS_DATABASE_URL and DASHBOARD_DATABASE_URL name the same login, owner, /,
    ],
  ])('refuses %j with one line that names the setting and no password', (given, line) => {
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
  ])('considers %j the same database', (settings) => {
    expect(choose(settings).logins).toHaveLength(1);
  });
});
