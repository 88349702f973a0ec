import { Client, Pool } from 'pg';
import { expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { createDurabilityGuard } from '../../../../src/platform/postgres/durability/durability-guard.ts';
import { readPromise } from '../../../../src/platform/postgres/durability/durability.ts';
import { migrate } from '../../../../src/platform/postgres/migrate.ts';
import { examine } from '../../../monitor/doctor/examine.ts';
import { addLogin, TEST_LOGINS } from '../../../support/database.ts';
import { eventually } from '../../../support/eventually.ts';
import { startProcess } from '../../../support/processes.ts';
import { takeRedisDatabase } from '../../../support/redis-database.ts';
import { openReplicatedPostgres } from '../../../support/standby.ts';

/*
 * Promoting an asynchronous standby loses the last acknowledged commits. Therefore production does
 * no work with only asynchronous standbys.
 */

const PRODUCTION = {
  VERIFACTU_ENVIRONMENT: 'production',
  VERIFACTU_PRODUCER_NAME: 'Productora Real SL',
  VERIFACTU_PRODUCER_NIF: 'B99286320',
};
const ALONE = /primary alone: the standby follows later/;

it('production waits until a standby is synchronous', { timeout: 120_000 }, async () => {
  await using servers = await openReplicatedPostgres();
  await using resources = new AsyncDisposableStack();
  const admin = resources.adopt(new Client(servers.primaryUrl), (client) => client.end());
  await admin.connect();
  const name = async (names: string) => {
    await admin.query(`alter system set synchronous_standby_names = '${names}'`);
    await admin.query('select pg_reload_conf()');
    await eventually(async () => {
      const { rows } = await admin.query<{ names: string }>(
        `select current_setting('synchronous_standby_names') as names`,
      );
      return rows[0]!.names === names;
    });
  };
  await migrate(servers.primaryUrl, { logins: TEST_LOGINS });

  const clock = { now: 0 };
  const guard = createDurabilityGuard(true, () => clock.now);
  const url = addLogin(servers.primaryUrl, 'ingress');
  const { pool } = resources.use(
    openPool({
      url,
      applicationName: 'test',
      role: 'ingress',
      onConnect: guard.check,
      maxConnections: 1,
    }),
  );
  const work = () => pool.query('select 1');
  // Simulates a process that checks again from time to time.
  const owner = resources.adopt(new Pool({ connectionString: servers.primaryUrl }), (own) => own.end());
  expect(await createDurabilityGuard(true).look(owner)).toMatch(ALONE);
  expect(await readPromise(owner)).toMatchObject({ standing: 'asynchronous' });
  await expect(work()).rejects.toMatchObject({ code: '08004', message: expect.stringMatching(ALONE) });
  expect(guard.whyRefused()).toMatch(/ASYNCHRONOUS_STANDBY=allow/);
  await name('*');
  await work();
  expect(guard.whyRefused()).toBeNull();
  // Simulates the seconds after a failover.
  await name('');
  clock.now += 30_000;
  expect(await guard.look(admin)).toMatch(ALONE);
  expect(guard.whyRefused()).toBeNull();
  clock.now += 31_000;
  await guard.look(admin);
  expect(guard.whyRefused()).toMatch(ALONE);

  const settings = { DATABASE_URL: url, REDIS_URL: await takeRedisDatabase(), PORT: '0', ...PRODUCTION };
  const refused = resources.use(await startProcess('ingress', settings, { untilReady: false }));
  const readState = async () => {
    const answer = await fetch(`${refused.opsUrl}/readyz`).catch(() => null);
    return answer === null
      ? null
      : ((await answer.json()) as { checks: { database: string } }).checks.database;
  };
  await eventually(async () => ALONE.test((await readState()) ?? ''), { within: 20_000 });
  await eventually(() => /"level":"error".*primary alone/.test(refused.output()), { within: 20_000 });
  expect(await examine('postgres', { ingress: settings })).toEqual([
    expect.stringMatching(/^fail \| postgres \| .*primary alone/),
  ]);
  await name('*');
  await eventually(async () => (await readState()) === 'ok', { within: 20_000 });
  await eventually(() => /and on that of a standby/.test(refused.output()), { within: 20_000 });

  await name('');
  resources.use(await startProcess('ingress', { ...settings, ASYNCHRONOUS_STANDBY: 'allow' }));
});
