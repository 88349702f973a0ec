import { expect, it } from 'vitest';
import { openTestDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { freePort, startProcess } from '../../support/processes.ts';
import { takeRedisDatabase } from '../../support/redis-database.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

it(
  'an ingress logs once that PostgreSQL is unavailable, at its start and later, and once that it is back',
  { timeout: 120_000 },
  async () => {
    await using database = await openTestDatabase();
    await using gate = await openGateTo(database.urlOf('ingress'));
    gate.close();
    const REDIS_URL = await takeRedisDatabase();
    const settings = { DATABASE_URL: gate.url, REDIS_URL, PORT: String(await freePort()) };
    await using ingress = await startProcess('ingress', settings, { untilReady: false });
    const listMessages = () =>
      ingress
        .output()
        .split('\n')
        .flatMap((line) => /"message":"(The database [^"]+)"/.exec(line)?.[1] ?? []);
    const count = (lines: number) =>
      eventually(() => listMessages().length === lines || undefined, {
        within: 40_000,
        what: `${lines} lines`,
      });
    await count(1);
    gate.open();
    await count(2);
    gate.close();
    await count(3);
    gate.open();
    await count(4);
    expect(listMessages()).toEqual([
      'The database is not available',
      'The database is available again',
      'The database is not available',
      'The database is available again',
    ]);
  },
);

it('an ingress logs that PostgreSQL refuses it', { timeout: 60_000 }, async () => {
  await using database = await openTestDatabase();
  const address = Object.assign(new URL(database.urlOf('ingress')), { password: 'wrong', pathname: '/none' });
  const REDIS_URL = await takeRedisDatabase();
  const settings = { DATABASE_URL: address.href, REDIS_URL, PORT: String(await freePort()) };
  await using ingress = await startProcess('ingress', settings, { untilReady: false });
  await expect
    .poll(() => ingress.output(), { timeout: 30_000 })
    .toContain('"message":"The database refuses this process"');
});
