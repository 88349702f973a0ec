import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ALL_MIGRATIONS } from '../../../../migrations/all-migrations.ts';
import { openPool } from '../../../../src/platform/postgres/database.ts';
import { migrate } from '../../../../src/platform/postgres/migrate.ts';
import { checkDatabase } from '../../../../src/platform/postgres/readiness.ts';
import { openTestDatabase, type TestDatabase } from '../../../support/database.ts';

/*
 * Roles belong to the whole server: they may already exist, and other databases may create them at
 * the same time. The migration tells a user who may not create them what is missing.
 */
const ROLES_SQL = readFileSync(
  new URL('../../../../migrations/0001-roles-and-guards.sql', import.meta.url),
  'utf8',
);
/** Returns the statement with which the migration creates its roles, for another role. */
const ensureRole = (role: string) =>
  /^do \$\$.*?^end \$\$;/ms.exec(ROLES_SQL)![0].replace(/array array\[.*?\]/s, `array array['${role}']`);
const unique = () => `engine_test_${randomBytes(6).toString('hex')}`;
let database: TestDatabase;
const roles: string[] = [];
const resources = new AsyncDisposableStack();
/** Databases of roles, which are dropped before their owners. */
const owned = new AsyncDisposableStack();
beforeAll(async () => {
  database = resources.use(await openTestDatabase());
});
afterAll(async () => {
  await owned.disposeAsync();
  for (const role of roles.toReversed()) {
    await database.pool.query(`drop owned by ${role}`);
    await database.pool.query(`drop role ${role}`);
  }
  await resources.disposeAsync();
});

async function createLogin(attributes: string): Promise<{ name: string; url: string }> {
  const name = unique();
  await database.pool.query(`create role ${name} login password 'x' ${attributes}`);
  roles.push(name);
  const url = new URL(database.url);
  url.username = name;
  url.password = 'x';
  return { name, url: url.href };
}

async function connect(url: string): Promise<Client & AsyncDisposable> {
  const client = new Client({ connectionString: url });
  await client.connect();
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.end() });
}

it('a user with createrole creates the roles, from several databases at once, and can use them', async () => {
  const owner = await createLogin('createrole');
  const role = unique();
  await using clients = new AsyncDisposableStack();
  const connections = await Promise.all(Array.from({ length: 6 }, () => connect(owner.url)));
  for (const connection of connections) clients.use(connection);
  await Promise.all(connections.map((connection) => connection.query(ensureRole(role))));
  roles.push(role);
  const takes = connections.map((connection) => connection.query(`set role ${role}`));
  expect((await Promise.all(takes)).map(({ command }) => command)).toEqual(takes.map(() => 'SET'));
  // Again, when the role exists.
  await connections[0]!.query('reset role');
  await connections[0]!.query(ensureRole(role));
});

it('a user without createrole gets an error with the statements that another user must run', async () => {
  const owner = await createLogin('');
  const role = unique();
  await using client = await connect(owner.url);
  const refusal = await client.query(ensureRole(role)).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refusal).toBe(
    `The user ${owner.name} may neither create nor take the role ${role}. Someone who may must run: ` +
      `create role ${role} nologin; grant ${role} to ${owner.name};`,
  );
  await database.pool.query(/Someone who may must run: (.*)$/.exec(refusal)![1]!);
  roles.push(role);
  await client.query(ensureRole(role));
});

it('a shared login of the processes owns nothing and can only use their roles', async () => {
  const login = await createLogin('noinherit');
  const open = (role: 'ingress' | 'worker') => openPool({ url: login.url, applicationName: 'test', role });
  await using ingress = open('ingress');
  await using worker = open('worker');
  expect(await checkDatabase(ingress.pool, 'ingress')).toBe('the login may not take the role engine_ingress');
  await migrate(database.url, { sharedLogin: login.name });
  await migrate(database.url, { sharedLogin: login.name });
  expect(await checkDatabase(ingress.pool, 'ingress')).toBe('ok');
  expect(await checkDatabase(worker.pool, 'worker')).toBe('ok');
  // Without a role the login can do nothing and does not even see the tables.
  await using bare = await connect(login.url);
  await expect(bare.query('select from batches')).rejects.toMatchObject({ code: '42P01' });
  await expect(bare.query('set role postgres')).rejects.toMatchObject({ code: '42501' });
});

it('a process with another role than its own is not ready and reports the reason', async () => {
  expect(await checkDatabase(database.pool, 'ingress')).toMatch(/^connected as \w+, not as engine_ingress$/);
  await using worker = openPool({ url: database.url, applicationName: 'test', role: 'worker' });
  expect(await checkDatabase(worker.pool, 'ingress')).toBe(
    'connected as engine_worker, not as engine_ingress',
  );
});

it('the owner of a database who is no superuser applies every migration, although row-level security applies to him', async () => {
  const owner = await createLogin('createrole');
  const engine = await database.pool.query<{ role: string }>(
    `select rolname as role from pg_roles where rolname like 'engine\\_%' and not rolcanlogin`,
  );
  for (const { role } of engine.rows)
    await database.pool.query(`grant ${role} to ${owner.name} with admin option`);
  const name = unique();
  await database.pool.query(`create database ${name} owner ${owner.name}`);
  owned.defer(async () => void (await database.pool.query(`drop database ${name} with (force)`)));
  const url = new URL(owner.url);
  url.pathname = `/${name}`;
  expect(await migrate(url.href)).toEqual(ALL_MIGRATIONS.map((migration) => migration.name));
});
