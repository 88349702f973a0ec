import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ensureApiKey } from '#src/organizations/access/bootstrap.ts';
import { generateApiKey } from '#src/organizations/access/secrets.ts';
import { checkDatabase } from '../../../src/platform/postgres/readiness.ts';
import { openPool } from '../../../src/platform/postgres/database.ts';
import { queryAsOrganization } from '../../../src/platform/postgres/scoped-query.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../../src/platform/postgres/logins/process-roles.ts';
import { migrate } from '../../../src/platform/postgres/migrate.ts';
import { examine } from '../../monitor/doctor/examine.ts';
import { openClient } from '../../support/client.ts';
import { openTestDatabase, type TestDatabase, TEST_LOGINS } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { buildBatchBody } from '../../support/invoices.ts';
import { findPgbouncer, openPooler, type Pooler } from '../../support/pgbouncer.ts';
import { freePort, startProcess } from '../../support/processes.ts';
import { openOwnRedis } from '../../support/own-redis.ts';
import { runCli } from '../../support/run-cli.ts';

/*
 * A real PgBouncer, which multiplexes the transactions of many clients on a few sessions of the
 * server.
 */

const SESSIONS = 3;

describe.skipIf(findPgbouncer() === null)('the product behind PgBouncer in transaction mode', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  const resources = new AsyncDisposableStack();
  const urlOf = (role: ProcessRole) => pooler.through(database.urlOf(role));
  const open = (role: ProcessRole, maxConnections = 10) =>
    resources.use(
      openPool({ url: urlOf(role), applicationName: 'test', role, maxConnections, refusesExcess: true }),
    ).pool;

  beforeAll(async () => {
    database = resources.use(await openTestDatabase());
    const urls = [database.url, ...PROCESS_ROLES.map(database.urlOf)];
    pooler = resources.use(await openPooler(urls, SESSIONS));
  });
  afterAll(() => resources.disposeAsync());

  it.each(PROCESS_ROLES)(
    'has the role and the limits of its process, and no other settings: %s',
    async (role) => {
      const pool = open(role);
      const { rows } = await pool.query<{ settings: string[] }>(
        `select array[current_user::text, current_setting('jit'), current_setting('lock_timeout'), current_setting('statement_timeout'),
         current_setting('idle_in_transaction_session_timeout')] as settings`,
      );
      expect(rows[0]!.settings).toEqual([`engine_${role}`, 'off', '5s', '50s', '10s']);
    },
  );

  it('runs each statement in the scope of its own organization, on shared sessions', async () => {
    const pool = open('ingress', 40);
    const organizations = [1, 2, 3, 4].map((number) => number * 1000);
    await database.pool.query(
      `insert into organizations (id, name) select id, 'O' || id from unnest($1::bigint[]) id on conflict do nothing`,
      [organizations],
    );
    const asked = Array.from({ length: 400 }, (_, index) => organizations[index % organizations.length]!);
    const seen = await Promise.all(
      asked.map(async (organization) => {
        const { rows } = await queryAsOrganization<{ scope: string }>(pool, organization, {
          name: 'test-scope',
          text: `select current_setting('engine.organizations', true) as scope, pg_sleep(0.002)`,
        });
        return Number(rows[0]!.scope);
      }),
    );
    expect(seen).toEqual(asked);
    const { rows } = await pool.query<{ scope: string | null }>(
      `select current_setting('engine.organizations', true) as scope`,
    );
    expect(rows[0]!.scope || null).toBeNull();
  });

  it('processes batches, and the commands and the doctor work', { timeout: 180_000 }, async () => {
    const redis = resources.use(await openOwnRedis('pgbouncer'));
    const key = generateApiKey();
    await ensureApiKey(database.orm, key, 'Empresa de Prueba SL');
    const settings = {
      REDIS_URL: redis.url,
      PORT: String(await freePort()),
      CHROMIUM_PATH: process.env['CHROMIUM_PATH'] ?? '',
      WORKER_CONCURRENCY: '4',
    };
    const started = [
      await startProcess('ingress', { ...settings, DATABASE_URL: urlOf('ingress') }),
      await startProcess('worker', {
        ...settings,
        DATABASE_URL: urlOf('worker'),
        WORKER_QUEUES: 'batches,pdfs',
      }),
      await startProcess('worker', { ...settings, DATABASE_URL: urlOf('worker'), WORKER_QUEUES: 'batches' }),
    ];
    for (const each of started) resources.use(each);
    const client = await openClient(`http://127.0.0.1:${settings.PORT}`, key);
    const batches = await Promise.all(
      Array.from({ length: 24 }, (_, at) => client.create(buildBatchBody(at % 3 === 0 ? 200 : 5, `P${at}`))),
    );
    const ended = await Promise.all(batches.map((id) => client.ended(id, 90_000)));
    expect(new Set(ended.map(({ status }) => status))).toEqual(new Set(['processed']));
    await eventually(
      async () =>
        (
          await database.pool.query<{ left: number }>(
            'select count(*)::int as left from batches where rendered_at is null',
          )
        ).rows[0]!.left === 0,
      { within: 90_000, what: 'all PDFs' },
    );
    const used = (await pooler.command('show pools')) as {
      database: string;
      sv_active: string;
      sv_idle: string;
    }[];
    for (const pool of used.filter((each) => each.database === database.name))
      expect(Number(pool.sv_active) + Number(pool.sv_idle)).toBeLessThanOrEqual(SESSIONS);
    expect(started.map((each) => each.output()).join('')).not.toMatch(/prepared statement|"level":"error"/);

    const commands = {
      REDIS_URL: redis.url,
      DATABASE_URL: urlOf('operator'),
      READER_DATABASE_URL: urlOf('reader'),
    };
    const output = path.join(tmpdir(), `pgbouncer-backup-${process.pid}`);
    resources.defer(() => rmSync(output, { recursive: true, force: true }));
    for (const [program, ...args] of [
      ['verify-chain'],
      ['backup', '--output', output],
      ['org', 'list'],
    ] as const)
      expect(await runCli(program, args, commands)).toMatchObject({ code: 0 });
    const found = [
      ...(await examine('login', { commands, worker: { DATABASE_URL: urlOf('worker') } })),
      ...(await examine('migrations', { commands })),
    ];
    expect(found.filter((line) => /^(fail|warn)/.test(line))).toEqual([]);
  });

  it('refuses to work, with the reason, if PgBouncer does not support prepared statements, as before version 1.21', async () => {
    const old = resources.use(
      await openPooler([database.url, database.urlOf('worker')], SESSIONS, { max_prepared_statements: 0 }),
    );
    for (let attempt = 0; attempt < 4; attempt += 1) {
      await using stale = openPool({
        url: old.through(database.urlOf('worker')),
        applicationName: 'test',
        role: 'worker',
      });
      await expect(stale.pool.query('select 1')).rejects.toThrow(/use PgBouncer 1.21 or newer/);
      expect(await checkDatabase(stale.pool, 'worker')).toMatch(/use PgBouncer 1.21 or newer/);
    }
  });

  it('reports the parameter that PgBouncer refuses if the address lacks pgbouncer=true', async () => {
    const url = new URL(urlOf('worker'));
    url.searchParams.delete('pgbouncer');
    await using untold = openPool({ url: url.href, applicationName: 'test', role: 'worker' });
    expect(await checkDatabase(untold.pool, 'worker')).toMatch(
      /^refuses the connection: unsupported startup parameter.*add pgbouncer=true/,
    );
  });

  it('works in session mode without pgbouncer=true if PgBouncer accepts the parameter', async () => {
    const sessions = resources.use(
      await openPooler([database.url, database.urlOf('worker')], SESSIONS, { pool_mode: 'session' }),
    );
    const url = new URL(sessions.through(database.urlOf('worker')));
    url.searchParams.delete('pgbouncer');
    await using fit = openPool({ url: url.href, applicationName: 'test', role: 'worker' });
    const answer = await checkDatabase(fit.pool, 'worker');
    expect(answer).toMatch(/^(ok|refuses the connection: unsupported startup parameter)/);
  });

  it('refuses a session that PgBouncer opened before the login was prepared', async () => {
    const login = 'engine_worker_login';
    await database.pool.query(`alter role ${login} reset role`);
    try {
      await pooler.command('reconnect');
      const stale = openPool({ url: urlOf('worker'), applicationName: 'test', role: 'worker' });
      resources.use(stale);
      const refusal = /connected as engine_worker_login, not as engine_worker: .*RECONNECT/;
      await expect(stale.pool.query('select 1')).rejects.toThrow(refusal);
      await migrate(database.url, { logins: TEST_LOGINS });
      await pooler.command('reconnect');
      await eventually(async () => stale.pool.query('select 1').then(Boolean, () => false));
    } finally {
      await migrate(database.url, { logins: TEST_LOGINS });
    }
  });
});
