import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { type MappedDatabase, openMappedDatabase } from '../../src/platform/postgres/mapped-database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/platform/postgres/logins/process-roles.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/** Named by its migrations, so that several versions of the schema can share a server. */
const TEMPLATE = `ibe_test_template_${hashMigrations()}`;

function hashMigrations(): string {
  const texts = readdirSync(MIGRATIONS).map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8'));
  return hash('sha256', texts.join('')).slice(0, 12);
}

/** The throwaway server of the test run. */
export function testServerUrl(): string {
  const url = process.env['TEST_DATABASE_URL'];
  if (!url)
    throw new Error(
      'TEST_DATABASE_URL is not set: run the tests with `npm test` or `npm run test:integration`',
    );
  return url;
}

function urlOf(database: string): string {
  const url = new URL(testServerUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** Of the logins that the product's processes have on the test server, as `npm run migrate` makes them. */
const PASSWORD = 'of-every-test';
const loginOf = (role: ProcessRole) => `engine_${role}_login`;
export const TEST_LOGINS = PROCESS_ROLES.map((role) => ({ role, name: loginOf(role), password: PASSWORD }));

/** The address of a database with the login of a kind of process. */
export function addLogin(url: string, role: ProcessRole): string {
  return Object.assign(new URL(url), { username: loginOf(role), password: PASSWORD }).href;
}

type Execute = (sql: string) => Promise<Record<string, unknown>[]>;

let server: Promise<Client> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/** Runs statements on the server's own database, one caller at a time, on one connection for all of this process: it ends with it. */
function withServer<T>(work: (execute: Execute) => Promise<T>): Promise<T> {
  const run = async () => {
    const client = await (server ??= connectToServer());
    await client.query('select pg_advisory_lock(424242)');
    try {
      return await work(async (sql) => (await client.query(sql)).rows as Record<string, unknown>[]);
    } finally {
      await client.query('select pg_advisory_unlock(424242)');
    }
  };
  const result = turn.then(run);
  turn = result.catch(() => {});
  return result;
}

async function connectToServer(): Promise<Client> {
  const client = new Client({ connectionString: testServerUrl() });
  await client.connect();
  return client;
}

export type TestDatabase = MappedDatabase & {
  /** With the superuser's login. */
  readonly url: string;
  readonly name: string;
  /** With the login of a kind of process. */
  readonly urlOf: (role: ProcessRole) => string;
};

/** Tells a copied or restored database that it is the one that it was: else its ids would leap ahead. */
const KEEP_IDENTITY = 'update skipped_ids set identity = (select i::text from database_identity() i)';

/**
 * A migrated database of the caller's own, cloned from a template; dropped when disposed of.
 * @param fill instead of cloning: gets the address of an empty database, and leaves a migrated one there.
 */
export async function openTestDatabase(fill?: (url: string) => Promise<void>): Promise<TestDatabase> {
  const name = `ibe_test_${randomBytes(6).toString('hex')}`;
  await withServer(async (execute) => {
    if (fill !== undefined) {
      await execute(`create database ${name}`);
      return fill(urlOf(name));
    }
    const found = await execute(`select from pg_database where datname = '${TEMPLATE}'`);
    if (found.length === 0) {
      await execute(`create database ${TEMPLATE}_new`);
      await migrate(urlOf(`${TEMPLATE}_new`), { logins: TEST_LOGINS });
      await execute(`alter database ${TEMPLATE}_new rename to ${TEMPLATE}`);
    }
    await execute(`create database ${name} template ${TEMPLATE} strategy file_copy`);
  });
  const url = urlOf(name);
  const database = await openMappedDatabase({ url, applicationName: 'test', maxConnections: 20 });
  // A clone is another database than its template.
  await database.pool.query(KEEP_IDENTITY);
  return {
    ...database,
    url,
    name,
    urlOf: (role) => addLogin(url, role),
    async [Symbol.asyncDispose]() {
      await database[Symbol.asyncDispose]();
      await withServer((execute) => execute(`drop database ${name} with (force)`));
    },
  };
}
