import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool, PoolClient } from 'pg';
import { ALL_MIGRATIONS } from '../../../migrations/all-migrations.ts';
import { firstAddress } from '../addresses/server-addresses.ts';
import { SEARCH_PATH, withTransaction } from './database.ts';
import { readDatabaseAddress } from './address.ts';
import { explainFailedMigration } from './explain-failed-migration.ts';
import { createHostClient } from './host-client.ts';
import {
  ensureLogin,
  letConnect,
  LoginFault,
  grantRolesToOwner,
  type ProcessLogin,
  restrictEverybody,
  shareRoles,
} from './logins/logins.ts';
import { PROCESS_ROLES } from './logins/process-roles.ts';
import { KNOWN_MIGRATIONS } from './newest-migration.ts';
import { listLosses, describeUnknownMembers, readMembers } from './logins/role-members.ts';
import { findDifferences, readFunctionOwners } from './schema/find-differences.ts';
import { buildRestoring } from './schema/restore-privileges.ts';
import { ALL_ROWS } from './rows/all-rows.ts';

export type MigrateOptions = {
  /** Logins to create or update, with their passwords. */
  readonly logins?: readonly ProcessLogin[];
  /**
   * An existing login that all processes share and that may take all their roles. Production
   * refuses it.
   */
  readonly sharedLogin?: string;
  /** Called with each line that the operator should know about the logins. */
  readonly report?: (line: string) => void;
};

/**
 * Migrates the database to the newest schema, with all migrations in one transaction, and creates
 * the processes' logins. It is safe to run it twice at the same time: the second run waits and
 * finds nothing to do.
 * @param url with the login that owns the database.
 * @returns the names of the migrations that were applied.
 * @throws MigrationFault, LoginFault or an error of the server.
 */
export async function migrate(url: string, options: MigrateOptions = {}): Promise<string[]> {
  const orm = await MikroORM.init({
    entities: ALL_ROWS,
    // MikroORM cannot read an address with several hosts.
    clientUrl: firstAddress(url),
    // Without a limit, a server that accepts connections but does not answer would block the
    // command forever. Statements have no time limit.
    driverOptions: {
      ...readDatabaseAddress(url).config,
      options: SEARCH_PATH,
      Client: createHostClient(() => url),
      connectionTimeoutMillis: 5000,
    },
    extensions: [Migrator],
    migrations: { migrationsList: ALL_MIGRATIONS, snapshot: false, tableName: 'migrations' },
    logger: () => {},
  });
  try {
    const connection = orm.em.getConnection();
    const pool = await connection.getNativeClient();
    // Refuses invalid logins before anything is changed.
    await withTransaction(pool, (client) => requireApart(client, options));
    const applied = await connection
      .transactional(async (transaction) => {
        await connection.execute(LOCK, [], 'run', transaction);
        // Row-level security applies to the owner too. With this setting a migration that would
        // silently see no rows fails instead (ops/adr/0033).
        await connection.execute('set local row_security = off', [], 'run', transaction);
        return orm.migrator.up({ transaction });
      })
      .catch(async (error: unknown) => {
        throw await explainFailedMigration(pool, error);
      });
    for (const sql of await listValidations(pool)) await pool.query(sql);
    const lines = await withTransaction(pool, (client) => setRights(client, options));
    // A new database has the privileges of the migrations. What src/generated/schema.txt expects is
    // taken from one.
    const isNew = applied.length === KNOWN_MIGRATIONS.length;
    const restored = isNew ? [] : await restorePrivileges(pool);
    for (const line of [...lines, ...restored]) options.report?.(line);
    return applied.map((migration) => migration.name);
  } finally {
    await orm.close(true);
  }
}

/**
 * Gives the roles of the engine exactly the privileges of the migrations, if the database has those
 * of this version.
 * @returns a line for each privilege that was restored, or could not be.
 */
async function restorePrivileges(pool: Pool): Promise<string[]> {
  const restoring = buildRestoring((await findDifferences(pool)) ?? [], readFunctionOwners());
  if (restoring.length === 0) return [];
  return withTransaction(pool, async (client) => {
    await client.query(LOCK);
    const lines: string[] = [];
    for (const { role, sql } of restoring) {
      await client.query('savepoint restoring');
      try {
        // Only the owner of a function may grant it. Whoever migrates may take that role.
        if (role !== null) await client.query(`set local role ${role}`);
        await client.query(sql);
        await client.query('reset role');
        lines.push(`A privilege was not that of the migrations, and was restored: ${sql}`);
      } catch (error) {
        await client.query('rollback to savepoint restoring');
        lines.push(
          `A privilege is not that of the migrations. As a superuser: ${sql}; (${(error as Error).message})`,
        );
      }
    }
    return lines;
  });
}

const LOCK = 'select pg_advisory_xact_lock(7265374101)';

/**
 * Lists the constraints that were added to filled tables and are not validated yet. Validation does
 * not block writers; the next migration repeats it if it was interrupted.
 */
async function listValidations(pool: Pool): Promise<string[]> {
  const { rows } = await pool.query<{ sql: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as sql
     from pg_constraint where not convalidated and connamespace = 'public'::regnamespace order by 1`,
  );
  return rows.map(({ sql }) => sql);
}

async function requireApart(client: PoolClient, { logins = [] }: MigrateOptions): Promise<void> {
  const names = logins.map(({ name }) => name);
  const owner = await nameUser(client);
  if (names.includes(owner))
    throw new LoginFault(`${owner} owns the tables, so no process may use its login: choose another login`);
  if (new Set(names).size < names.length)
    throw new LoginFault('Each kind of process must have its own login');
  listLosses(await readMembers(client), logins);
}

/** @returns the lines that the operator should know about the logins. */
async function setRights(
  client: PoolClient,
  { logins = [], sharedLogin }: MigrateOptions,
): Promise<string[]> {
  await client.query(LOCK);
  const owner = await nameUser(client);
  const names = logins.map(({ name }) => name);
  const losses = listLosses(await readMembers(client), logins);
  await grantRolesToOwner(client, owner);
  for (const login of logins) await ensureLogin(client, login);
  const shared =
    sharedLogin === undefined || sharedLogin === owner || names.includes(sharedLogin) ? [] : [sharedLogin];
  for (const name of shared) await shareRoles(client, name);
  await letConnect(client, [...names, ...shared]);
  await restrictEverybody(
    client,
    PROCESS_ROLES.every((role) => logins.some((login) => login.role === role)),
  );
  const known = new Set([owner, ...names, ...shared]);
  // Without settings of logins, as with `npm start`, nothing tells which are in use.
  const strangers = names.length === 0 ? [] : describeUnknownMembers(await readMembers(client), known);
  return [...losses, ...strangers];
}

async function nameUser(client: PoolClient): Promise<string> {
  const { rows } = await client.query<{ user: string }>('select current_user as user');
  return rows[0]!.user;
}
