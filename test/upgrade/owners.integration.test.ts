import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isProgramFetched } from '../../ops/local/boot/fetch-program.js';
import { LOCAL } from '../../ops/local/boot/layout.ts';
import { openPostgres, type LocalServer } from '../../ops/local/servers/postgres.ts';
import type { PostgresProgram } from '../../ops/local/servers/postgres-binaries.ts';
import { describeSchema } from '../../src/platform/postgres/schema/describe-schema.ts';
import { openPool, withTransaction } from '../../src/platform/postgres/database.ts';
import {
  ensureLogin,
  grantRolesToOwner,
  restrictEverybody,
} from '../../src/platform/postgres/logins/logins.ts';
import { RESTRICT_FUNCTIONS } from '../../src/platform/postgres/logins/restrict-functions.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { TEST_LOGINS } from '../support/database.ts';
import { everyNth } from '../support/long.ts';
import { listDumps, readDump, readFacts } from './support/golden-dump.ts';
import { splitDump } from './support/released-schema.ts';

/*
 * An upgrade from every version with each owner of the database that the documents describe, on the
 * oldest and the newest PostgreSQL that can be had. From PostgreSQL 16 on, an owner who is no
 * superuser holds the roles of the engine without their rights (`inherit false`), so a migration
 * may not rely on a right of such a role.
 */

const PROGRAMS: readonly PostgresProgram[] = ['oldest-postgres', 'postgres'];
const PASSWORD = 'of-this-test';
const OWNER = 'engine';
const readText = (file: string) => readFileSync(path.join(import.meta.dirname, '../..', file), 'utf8');

type Owner = {
  readonly who: string;
  /** What the superuser runs, before the database exists, to create the owner. */
  readonly create: readonly string[];
  /** What the superuser runs in the database. */
  readonly prepare: string;
};

/**
 * The statements with which the documents, `npm start`, Kubernetes and compose create the owner,
 * read where possible from where they stand.
 */
const OWNERS: readonly Owner[] = [
  { who: 'the documents', create: [readDocumented()], prepare: 'select 1' },
  { who: 'npm start', create: [readStatementOfStart()], prepare: RESTRICT_FUNCTIONS },
  {
    who: 'Kubernetes',
    create: [`create role ${OWNER} login`, ...readClusterStatements()],
    prepare: 'select 1',
  },
  { who: 'compose', create: [`create role ${OWNER} login superuser`], prepare: 'select 1' },
];

function readDocumented(): string {
  return (
    /`(create role engine login createrole password )'…'`/.exec(readText('docs/year.md'))![1]! +
    `'${PASSWORD}'`
  );
}

function readStatementOfStart(): string {
  const statement = /`CREATE ROLE \$\{OWNER\} ([A-Z ]+) PASSWORD/.exec(
    readText('ops/local/servers/postgres-cluster.ts'),
  )!;
  return `create role ${OWNER} ${statement[1]}`;
}

function readClusterStatements(): string[] {
  type Cluster = { spec: { bootstrap: { initdb: { owner: string; postInitSQL: string[] } } } };
  const { initdb } = (parse(readText('ops/kubernetes/databases/cluster.yaml')) as Cluster).spec.bootstrap;
  expect(initdb.owner).toBe(OWNER);
  return initdb.postInitSQL;
}

describe.each(PROGRAMS)('on %s', (program) => {
  let server: (LocalServer & AsyncDisposable) | undefined;
  beforeAll(async () => {
    if (!isProgramFetched(LOCAL, program)) return;
    server = await openPostgres({
      program,
      directory: path.join('test', String(process.pid), program),
      password: PASSWORD,
      resetPassword: false,
      throwaway: true,
      durable: false,
      log: path.join(LOCAL, 'logs', `test-${program}.log`),
      report: () => {},
    });
  }, 60_000);
  afterAll(async () => {
    await server?.[Symbol.asyncDispose]();
  });

  const cases = everyNth(
    4,
    OWNERS.flatMap((owner) => listDumps().map((version) => ({ ...owner, version }))),
  );

  it.for(cases)(
    'a database of version $version, whose owner is that of $who, is upgraded and has the schema of a new one',
    { timeout: 60_000 },
    async (owner, { skip }) => {
      if (server === undefined) return skip(`${program} is not offered for this machine`);
      await using superuser = await openClient(server.url);
      for (const statement of owner.create) await superuser.query(statement);
      await superuser.query(`alter role ${OWNER} password '${PASSWORD}'`);
      await superuser.query(`create database ${OWNER} owner ${OWNER}`);
      const as = (username: string) =>
        Object.assign(new URL(server!.url), { username, pathname: `/${OWNER}` }).href;
      try {
        const ofSuperuser = as(new URL(server.url).username);
        {
          await using prepared = await openClient(ofSuperuser);
          await prepared.query(owner.prepare);
          await restore(as(OWNER), prepared, owner.version);
        }
        await migrate(as(OWNER), { logins: TEST_LOGINS });
        await using database = openPool({ url: ofSuperuser, applicationName: 'test' });
        expect(withoutPartitions(await describeSchema(database.pool))).toEqual(
          withoutPartitions(readText('src/generated/schema.txt')),
        );
        const batches = await database.pool.query<{ rows: number }>(
          'select count(*)::int as rows from batches',
        );
        expect({ name: 'batches', ...batches.rows[0] }).toEqual(
          readFacts(owner.version).tables.find(({ name }) => name === 'batches'),
        );
      } finally {
        await dropEverything(superuser);
      }
    },
  );
});

/**
 * Restores a dump as its version left the database: the owner runs its migrations, takes the roles and makes the logins as `npm run migrate` of that
 * version did; only the rows are written by the superuser.
 */
async function restore(ownerUrl: string, superuser: Client, version: string): Promise<void> {
  const { schema, rows } = splitDump(readDump(version));
  await using owner = openPool({ url: ownerUrl, applicationName: 'test', maxConnections: 1 });
  await owner.pool.query(`begin; set local row_security = off; ${schema}; commit`);
  await withTransaction(owner.pool, async (client) => {
    await grantRolesToOwner(client, OWNER);
    for (const login of TEST_LOGINS) await ensureLogin(client, login);
    await restrictEverybody(client, true);
  });
  await superuser.query(rows);
  await superuser.query(`
    do $$ declare found regclass; begin
      for found in select oid from pg_class where relkind = 'r' and relnamespace = 'partitions'::regnamespace
      loop execute format('alter table %s owner to ${OWNER}', found); end loop;
    end $$`);
}

/** Drops the database and every role but the superuser, so that the next case finds a new server. */
async function dropEverything(superuser: Client): Promise<void> {
  await superuser.query(`drop database ${OWNER} with (force)`);
  const { rows } = await superuser.query<{ name: string }>(
    `select quote_ident(rolname) as name from pg_roles where rolname like 'engine%' order by rolname <> '${OWNER}', rolname`,
  );
  for (const { name } of rows) await superuser.query(`drop owned by ${name} cascade`);
  await superuser.query(`drop role ${rows.map(({ name }) => name).join(', ')}`);
}

async function openClient(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

/** The number of partitions depends on the months and ids in use. */
const withoutPartitions = (schema: string) =>
  schema.split('\n').filter((line) => !/(?:^| )partitions\./.test(line));
