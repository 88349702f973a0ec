import { describe, expect, it } from 'vitest';
import { chooseLogins } from '../../ops/choose-logins.ts';
import { loadEnvironment } from '../../src/config/environment.ts';

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
    });
  });
});
