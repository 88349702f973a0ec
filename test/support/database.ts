import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/postgres/open-database.ts';
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

export type TestDatabase = Database & {
  /** With the superuser's login. */
  readonly url: string;
  readonly name: string;
  /** With the login of a kind of process. */
  readonly urlOf: (role: ProcessRole) => string;
};

/** Tells a copied or restored database that it is the one that it was: else its ids would leap ahead. */
const KEEP_IDENTITY = 'update skipped_ids set identity = (select i::text from database_identity() i)';

const nameDatabase = () => `ibe_test_${randomBytes(6).toString('hex')}`;

/** A clone that nobody has taken yet: it is made while the test before it runs. */
let ready: Promise<string> | undefined;

/** Takes the clone that is ready, or has one made, and has the next one made. @returns its name. */
function takeClone(): Promise<string> {
  // Before anything is awaited: two callers never take the same one.
  const taken = ready ?? makeClone();
  ready = makeClone();
  // Who takes it gets its failure.
  ready.catch(() => {});
  return taken;
}

function makeClone(): Promise<string> {
  return withServer(async (execute) => {
    const found = await execute(`select from pg_database where datname = '${TEMPLATE}'`);
    if (found.length === 0) await makeTemplate(execute);
    const name = nameDatabase();
    await execute(`create database ${name} template ${TEMPLATE} strategy file_copy`);
    return name;
  });
}

async function makeTemplate(execute: Execute): Promise<void> {
  const name = `${TEMPLATE}_new`;
  await execute(`create database ${name}`);
  await migrate(urlOf(name), { logins: TEST_LOGINS });
  // The first connection after a change of the schema writes a file that spares later ones most of reading the catalog (pg_internal.init). Clones get it, too.
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  await client.end();
  // PostgreSQL waits until that connection is gone.
  await execute(`alter database ${name} rename to ${TEMPLATE}`);
}

function fillDatabase(fill: (url: string) => Promise<void>): Promise<string> {
  return withServer(async (execute) => {
    const name = nameDatabase();
    await execute(`create database ${name}`);
    await fill(urlOf(name));
    return name;
  });
}

/**
 * A migrated database of the caller's own, cloned from a template; dropped when disposed of.
 * @param fill instead of cloning: gets the address of an empty database, and leaves a migrated one there.
 */
export async function openTestDatabase(fill?: (url: string) => Promise<void>): Promise<TestDatabase> {
  const name = fill === undefined ? await takeClone() : await fillDatabase(fill);
  const url = urlOf(name);
  const database = openDatabase({ url, applicationName: 'test', maxConnections: 20 });
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
