import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { openDatabase } from '../../../src/platform/postgres/open-database.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { testServerUrl } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { runCli } from '../../support/run-cli.ts';
import { openReplicatedPostgres, type ReplicatedPostgres } from '../../support/standby.ts';
import { openGateTo } from '../../support/tcp-gate.ts';

/* Addresses with several hosts, as in libpq: a connection goes to a host that accepts writes. */

/** The time limit of the product for the answer of one host. */
const CONNECT_MS = 5000;
const CLOSED = 'postgres://u:p@127.0.0.1:1/x';

/**
 * Joins addresses to one with several hosts. The login and database are those of the first address.
 */
function join(wanted: string, ...urls: string[]): string {
  const [first] = urls as [string];
  const { username, password, pathname } = new URL(first);
  const hosts = urls.map((url) => new URL(url).host).join(',');
  return `postgres://${username}:${password}@${hosts}${pathname}?target_session_attrs=${wanted}`;
}

const portOf = `select inet_server_port() as port, pg_is_in_recovery() as "isStandby"`;
const whole = (url: string) => Number(new URL(url).port);

describe('a connection to several hosts', () => {
  it.each(['any', 'primary', 'read-write'])('uses the host that answers, with %s', async (wanted) => {
    await using silent = await openGateTo(testServerUrl());
    silent.hold();
    const url = join(wanted, testServerUrl(), CLOSED, silent.url);
    const [login, hosts] = [url.slice(0, url.lastIndexOf('@')), url.slice(url.lastIndexOf('@') + 1)];
    const [list = '', rest = ''] = hosts.split('/');
    // The working host comes last, after one that does not answer and one that refuses.
    const turned = `${login}@${list.split(',').toReversed().join(',')}/${rest}`;
    await using database = openPool({ url: turned, applicationName: 'test', maxConnections: 4 });
    const start = performance.now();
    const ports = await Promise.all(
      [1, 2, 3, 4].map(async () => (await database.pool.query<{ port: number }>(portOf)).rows[0]!.port),
    );
    expect(new Set(ports)).toEqual(new Set([whole(testServerUrl())]));
    expect(performance.now() - start).toBeLessThan(CONNECT_MS);
  });

  it(
    'fails as an outage within the time limit of one host if none answers',
    { timeout: 20_000 },
    async () => {
      await using silent = await openGateTo(testServerUrl());
      silent.hold();
      const url = join('read-write', silent.url, silent.url, CLOSED);
      await using database = openPool({ url, applicationName: 'test' });
      const start = performance.now();
      await expect(database.pool.query('select 1')).rejects.toThrow(/timeout|terminated/);
      expect(performance.now() - start).toBeLessThan(2 * CONNECT_MS);
    },
  );

  it('reports a wrong password even if other hosts fail in another way', async () => {
    const url = join('read-write', testServerUrl(), CLOSED).replace(/:[^:@/]+@/, ':wrong@');
    await using database = openPool({ url, applicationName: 'test' });
    await expect(database.pool.query('select 1')).rejects.toMatchObject({ code: '28P01' });
  });
});

describe('a connection to a primary and its standby', () => {
  let servers: ReplicatedPostgres;
  beforeAll(async () => {
    servers = await openReplicatedPostgres();
  }, 120_000);
  afterAll(() => servers[Symbol.asyncDispose]());

  it(
    'finds the primary from pools, migrations and commands, and the new primary after a failover',
    { timeout: 120_000 },
    async () => {
      const { primaryUrl, standbyUrl } = servers;
      const url = join('read-write', standbyUrl, primaryUrl);
      await migrate(url);
      await using database = openPool({ url, applicationName: 'test', maxConnections: 3 });
      await using mapped = openDatabase({ url, applicationName: 'test' });
      const locate = async () =>
        Promise.all(
          [database.pool, mapped.pool].map(
            async (pool) => (await pool.query<{ port: number; isStandby: boolean }>(portOf)).rows[0]!,
          ),
        );
      expect(await locate()).toEqual([1, 2].map(() => ({ port: whole(primaryUrl), isStandby: false })));
      expect(await runCli('org', ['list'], { DATABASE_URL: url })).toMatchObject({ code: 0 });

      const standby = new Client(standbyUrl);
      await standby.connect();
      const orders = `select to_regclass('operator_acts') is not null as there`;
      await eventually(async () => (await standby.query<{ there: boolean }>(orders)).rows[0]!.there);
      await standby.end();
      const onlyStandby = join('read-write', standbyUrl, CLOSED);
      await using lost = openPool({ url: onlyStandby, applicationName: 'test' });
      await expect(lost.pool.query('select 1')).rejects.toMatchObject({
        code: '25006',
        message: 'of 2 hosts 1 only read and 1 cannot be reached',
      });

      await servers.failOver();
      await eventually(async () => (await locate()).every(({ port }) => port === whole(standbyUrl)), {
        within: 10_000,
      });
    },
  );
});
