import { hash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { Client } from 'pg';
import { type Database, openDatabase } from '../../src/platform/postgres/open-database.ts';
import { migrate } from '../../src/platform/postgres/migrate.ts';
import { PROCESS_ROLES, type ProcessRole } from '../../src/platform/postgres/logins/process-roles.ts';

const MIGRATIONS = new URL('../../migrations/', import.meta.url);
/**
 * The name contains a hash of the migrations, so that several versions of the schema can share a
 * server.
 */
const TEMPLATE = `ibe_test_template_${hashMigrations()}`;

function hashMigrations(): string {
  const texts = readdirSync(MIGRATIONS).map((file) => readFileSync(new URL(file, MIGRATIONS), 'utf8'));
  return hash('sha256', texts.join('')).slice(0, 12);
}

/** Returns the URL of the throwaway server of the test run. */
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

/**
 * The password of the logins that the product's processes have on the test server.
 * `npm run migrate` creates these logins.
 */
const PASSWORD = 'of-every-test';
const loginOf = (role: ProcessRole) => `engine_${role}_login`;
export const TEST_LOGINS = PROCESS_ROLES.map((role) => ({ role, name: loginOf(role), password: PASSWORD }));

/** Returns the URL of a database with the login of a kind of process. */
export function addLogin(url: string, role: ProcessRole): string {
  return Object.assign(new URL(url), { username: loginOf(role), password: PASSWORD }).href;
}

type Execute = (sql: string) => Promise<Record<string, unknown>[]>;

let server: Promise<Client> | undefined;
let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs statements on the server's own database over one connection per process, which stays open
 * until the process ends. Callers wait for each other.
 */
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
  /** The URL with the superuser's login. */
  readonly url: string;
  readonly name: string;
  /** Returns the URL with the login of a kind of process. */
  readonly urlOf: (role: ProcessRole) => string;
};

/**
 * Declares a copied or restored database to be the original one; otherwise its ids would skip
 * ahead.
 */
const KEEP_IDENTITY = 'update skipped_ids set identity = (select i::text from database_identity() i)';

const nameDatabase = () => `ibe_test_${randomBytes(6).toString('hex')}`;

/** The next clone, which is created while the previous test runs. */
let ready: Promise<string> | undefined;

/**
 * Returns the clone that is ready, or creates one, and starts to create the next one.
 * @returns the name of the database.
 */
function takeClone(): Promise<string> {
  // This runs before the first await, so that two callers never get the same clone.
  const taken = ready ?? makeClone();
  ready = makeClone();
  // The caller that takes the clone gets its error.
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
  // The first connection after a change of the schema writes pg_internal.init, which saves later
  // connections most of the reading of the catalog. Clones contain it.
  const client = new Client({ connectionString: urlOf(name) });
  await client.connect();
  await client.end();
  // PostgreSQL waits until that connection has ended.
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
 * Opens a migrated database of its own, cloned from a template, and drops it when it is disposed
 * of.
 * @param fill called instead of cloning, with the URL of an empty database, which it must migrate.
 */
export async function openTestDatabase(fill?: (url: string) => Promise<void>): Promise<TestDatabase> {
  const name = fill === undefined ? await takeClone() : await fillDatabase(fill);
  const url = urlOf(name);
  const database = openDatabase({ url, applicationName: 'test', maxConnections: 20 });
  // A clone has another identity than its template.
  await database.pool.query(KEEP_IDENTITY);
  const close = database[Symbol.asyncDispose];
  // MikroORM is opened when it is first used; a copy of the object would open it.
  return Object.assign(database, {
    url,
    name,
    urlOf: (role: ProcessRole) => addLogin(url, role),
    async [Symbol.asyncDispose]() {
      await close();
      await withServer((execute) => execute(`drop database ${name} with (force)`));
    },
  });
}
