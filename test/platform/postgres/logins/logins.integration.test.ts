import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { openDatabase } from '../../../../src/platform/postgres/open-database.ts';
import { type ProcessLogin } from '../../../../src/platform/postgres/logins/logins.ts';
import { RESTRICT_FUNCTIONS } from '../../../../src/platform/postgres/logins/restrict-functions.ts';
import { migrate } from '../../../../src/platform/postgres/migrate.ts';
import {
  FUNCTION_OWNERS,
  PROCESS_ROLES,
  type ProcessRole,
} from '../../../../src/platform/postgres/logins/process-roles.ts';
import { checkDatabase } from '../../../../src/platform/postgres/readiness.ts';
import { openTestDatabase, type TestDatabase, testServerUrl } from '../../../support/database.ts';
import {
  type FilledApi,
  INSUFFICIENT_PRIVILEGE,
  listTables,
  openFilledApi,
} from '../../../support/every-table.ts';
import { testPrefix } from '../../../support/redis.ts';
import { ALONE, listAttacks } from './attacks.ts';
import { everyNth } from '../../../support/long.ts';

/*
 * An attacker who can run any statement in a process, with the login that `npm run migrate` has
 * created: PostgreSQL refuses every attack with the role of the process, with the initial role of
 * the login and after `set role none`.
 */
const unique = () => randomBytes(6).toString('hex');

type Ground = AsyncDisposable & {
  readonly database: TestDatabase;
  readonly owner: string;
  readonly ownerUrl: string;
  readonly logins: readonly ProcessLogin[];
};

const buildLogins = (name: string): ProcessLogin[] =>
  PROCESS_ROLES.map((role) => ({
    role,
    name: `engine_test_${role}_${name}`,
    password: `of ${role} 'ñ'`.replace('ñ', 'n'),
  }));

/** As with Docker Compose: the owner is the superuser of a server that is used by nothing else. */
async function openComposeGround(): Promise<Ground> {
  const database = await openTestDatabase();
  const logins = buildLogins(unique());
  await migrate(database.url, { logins });
  return {
    database: withLogins(database, database.url, logins),
    owner: new URL(testServerUrl()).username,
    ownerUrl: database.url,
    logins,
    async [Symbol.asyncDispose]() {
      await dropRoles(
        database,
        logins.map(({ name }) => name),
      );
      await database[Symbol.asyncDispose]();
    },
  };
}

/**
 * As with `npm start`: an ordinary owner, who may create roles, on a server that its superuser has
 * prepared.
 */
async function openStartGround(): Promise<Ground> {
  const server = await openTestDatabase();
  const name = unique();
  const owner = `engine_test_owner_${name}`;
  await server.pool.query(`create role ${owner} login createrole password 'x'`);
  const roles = [...PROCESS_ROLES.map((role) => `engine_${role}`), ...FUNCTION_OWNERS].join(', ');
  await server.pool.query(`grant ${roles} to ${owner} with admin true, inherit false, set true`);
  await server.pool.query(`create database ibe_test_${name} owner ${owner}`);
  const superuser = Object.assign(new URL(server.url), { pathname: `/ibe_test_${name}` }).href;
  await using single = openPool({ url: superuser, applicationName: 'test' });
  await single.pool.query(RESTRICT_FUNCTIONS);
  const ownerUrl = Object.assign(new URL(superuser), { username: owner, password: 'x' }).href;
  const logins = buildLogins(name);
  await migrate(ownerUrl, { logins });
  const database = openDatabase({
    url: superuser,
    applicationName: 'test',
    maxConnections: 20,
  });
  return {
    database: withLogins(
      { ...server, ...database, url: superuser, name: `ibe_test_${name}` },
      superuser,
      logins,
    ),
    owner,
    ownerUrl,
    logins,
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await server.pool.query(`drop database ibe_test_${name} with (force)`);
      await dropRoles(server, [...logins.map((login) => login.name), owner]);
      await server[Symbol.asyncDispose]();
    },
  };
}

function withLogins(database: TestDatabase, url: string, logins: readonly ProcessLogin[]): TestDatabase {
  const urlOf = (role: ProcessRole) => {
    const { name: username, password } = logins.find((login) => login.role === role)!;
    return Object.assign(new URL(url), { username, password }).href;
  };
  return { ...database, urlOf };
}

async function dropRoles({ pool }: TestDatabase, names: readonly string[]): Promise<void> {
  for (const name of names) {
    await pool.query(`drop owned by ${name}`);
    await pool.query(`drop role ${name}`);
  }
}

/** The attacks that a role is allowed to run, because its work needs them. */
const ALLOWED: Readonly<Record<ProcessRole, readonly string[]>> = {
  ingress: [],
  worker: [
    ...[
      'sessions',
      'idempotency_records',
      'previews',
      'signing_refusals',
      'census_checks',
      'sii_compared',
      'sii_comparisons',
      'sii_differences',
      'spfe_compared',
      'spfe_differences',
      'webhook_events',
      'webhook_deliveries',
    ].flatMap((table) => [
      `delete from public.${table}`,
      `lock table public.${table} in access exclusive mode`,
    ]),
    'lock table public.database_identities in access exclusive mode',
    'select pg_advisory_xact_lock(7265374102)',
  ],
  operator: ['lock table public.electronic_files in access exclusive mode'],
  reader: [],
  dashboard: [],
  retention: ['lock table public.sessions in access exclusive mode'],
};

/** Statements for which a role has the privilege, and which a guard refuses without an act. */
const GUARDED = /^delete from public\.(sessions|electronic_files)$/;

const grounds = [
  ['compose', openComposeGround],
  ['npm start', openStartGround],
] as const;

describe.each(everyNth(2, grounds))('the logins that migrate creates, as with %s', (way, openGround) => {
  let ground: Ground;
  let filled: FilledApi;
  const resources = new AsyncDisposableStack();
  beforeAll(async () => {
    ground = resources.use(await openGround());
    const beside = { database: ground.database, redisPrefix: testPrefix(), clock: { now: new Date() } };
    filled = resources.use(await openFilledApi({ beside }));
  });
  afterAll(() => resources.disposeAsync());

  async function connect(url: string, options = ''): Promise<Client & AsyncDisposable> {
    const client = new Client({ connectionString: url, options });
    await client.connect();
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
  }
  const pidOf = async (client: Client) =>
    (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]!.pid;
  /** Some statements only warn when they have no effect. */
  const codeOf = async (client: Client, sql: string): Promise<string> => {
    let refused = false;
    const listen = ({ message = '' }) => {
      refused ||= /^(no privileges were granted|permission denied)/.test(message);
    };
    client.on('notice', listen);
    try {
      await client.query(sql);
      return refused ? INSUFFICIENT_PRIVILEGE : 'accepted';
    } catch (error) {
      return (error as { code?: string }).code ?? 'no code';
    } finally {
      client.off('notice', listen);
    }
  };
  const tryIt = async (client: Client, sql: string) => {
    // The first rollback ends the transaction of the attack before, if that was refused.
    if (ALONE.test(sql) || sql.startsWith('vacuum')) {
      await client.query('rollback');
      return codeOf(client, sql);
    }
    return codeOf(client, `rollback; begin; ${sql}; rollback`);
  };

  describe.each(PROCESS_ROLES)('%s', (role) => {
    it.each([
      ['with its role', `-c role=engine_${role}`, [], ALLOWED[role]],
      ['after set role none', `-c role=engine_${role}`, ['set role none'], []],
      ['with the initial role of its login', '', [], ALLOWED[role]],
    ])('cannot run any attack %s', async (_stance, options, before, allowed) => {
      const { database, owner, ownerUrl, logins } = ground;
      const other = logins.find((login) => login.role !== role)!;
      await using client = await connect(database.urlOf(role), options);
      await using otherClient = await connect(database.urlOf(other.role));
      await using ownerClient = await connect(ownerUrl);
      for (const sql of before) await client.query(sql);
      const tables = (await listTables(database.pool)).map(({ table }) => table);
      const attacks = listAttacks({
        role,
        login: logins.find((login) => login.role === role)!.name,
        owner,
        otherLogin: other.name,
        otherRoles: PROCESS_ROLES.filter((name) => name !== role).map((name) => `engine_${name}`),
        database: database.name,
        ownerPid: await pidOf(ownerClient),
        otherPid: await pidOf(otherClient),
        tables: [...tables, 'migrations', 'database_identities'],
      });
      expect(attacks.length).toBeGreaterThan(400);
      const outcomes = new Map<string, string>();
      for (const sql of attacks) outcomes.set(sql, await tryIt(client, sql));
      const refusals = [...outcomes].filter(([, code]) => code !== 'accepted');
      const accepted = [...outcomes].filter(([, code]) => code === 'accepted').map(([sql]) => sql);
      expect(accepted.toSorted()).toEqual([...allowed].toSorted());
      // Each refusal is due to missing privileges, or to the guards against erasing without an act.
      const others = refusals.filter(([, code]) => code !== INSUFFICIENT_PRIVILEGE);
      expect(others.filter(([sql, code]) => !GUARDED.test(sql) || code !== '23001')).toEqual([]);
    });

    it('has no rights except those of its role', async () => {
      await using client = await connect(ground.database.urlOf(role));
      await client.query('set role none');
      for (const { table } of await listTables(ground.database.pool))
        expect({ table, code: await codeOf(client, `select from public.${table}`) }).toEqual({
          table,
          code: INSUFFICIENT_PRIVILEGE,
        });
    });

    it('has no excess rights that production refuses', async () => {
      await using database = openPool({
        url: ground.database.urlOf(role),
        applicationName: 'test',
        role,
        refusesExcess: true,
      });
      expect(await checkDatabase(database.pool, role, true)).toBe('ok');
    });
  });

  it('cannot see the statements of other processes', async () => {
    await using worker = await connect(ground.database.urlOf('worker'), '-c role=engine_worker');
    await using ingress = await connect(ground.database.urlOf('ingress'), '-c role=engine_ingress');
    const { rows } = await ingress.query('select query from pg_stat_activity where pid = $1', [
      await pidOf(worker),
    ]);
    expect(rows).toEqual([{ query: '<insufficient privilege>' }]);
  });

  // Nothing restricts a superuser: only migrate uses its login.
  it.runIf(way === 'npm start')(
    'exist beside an owner who sees no rows because of row-level security',
    async () => {
      await using owner = await connect(ground.ownerUrl);
      for (const { table } of await listTables(ground.database.pool)) {
        const { rows } = await owner.query<{ n: number }>(`select count(*)::int as n from ${table}`);
        expect({ table, ...rows[0] }).toEqual({ table, n: 0 });
        // A migration that would silently see no rows fails instead.
        await owner.query('set row_security = off');
        expect(await codeOf(owner, `select from ${table}`)).toBe(INSUFFICIENT_PRIVILEGE);
        await owner.query('reset row_security');
      }
    },
  );

  it('prevent the API from reading keys and sessions with any statement', async () => {
    await using client = await connect(ground.database.urlOf('ingress'), '-c role=engine_ingress');
    for (const sql of [
      'select key_hash from api_keys',
      'select token_hash from sessions',
      'select sealed_pkcs12 from certificates',
      `insert into api_keys (organization_id, key_hash, prefix) values (1, '', '')`,
      `update api_keys set revoked_at = null`,
    ])
      expect({ sql, code: await codeOf(client, sql) }).toEqual({ sql, code: INSUFFICIENT_PRIVILEGE });
    expect((await client.query('select from batches')).rowCount).toBe(0);
  });

  it('do not prevent the API from setting the scope of another organization', async () => {
    await using client = await connect(ground.database.urlOf('ingress'), '-c role=engine_ingress');
    await client.query(`set engine.organizations = '${filled.other.id}'`);
    expect((await client.query('select from batches')).rowCount).toBe(1);
  });

  it('can break their own settings, which migrate repairs', async () => {
    const { ownerUrl, logins, database } = ground;
    const login = logins.find(({ role }) => role === 'worker')!.name;
    {
      await using client = await connect(database.urlOf('worker'));
      await client.query('set role none');
      await client.query(`alter role ${login} set search_path = x`);
      await client.query(`alter role ${login} password 'another'`);
      await client.query('set role engine_worker');
      // No login uses this role directly, so that the setting has no effect.
      await client.query('alter role engine_worker set search_path = x');
    }
    await expect(connect(database.urlOf('worker'))).rejects.toMatchObject({ code: '28P01' });
    await migrate(ownerUrl, { logins });
    await using client = await connect(database.urlOf('worker'));
    expect((await client.query('show search_path')).rows).toEqual([{ search_path: 'public' }]);
  });
});
