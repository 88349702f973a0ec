import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { ALL_MIGRATIONS } from '../../migrations/all-migrations.ts';
import { PROCESS_ROLES } from '../../migrations/0005-row-security.ts';
import { DASHBOARD_ROLES } from '../../migrations/0011-operator-acts.ts';
import { RETENTION_ROLES } from '../../migrations/0012-retention.ts';
import { readEncryption } from './encryption.ts';
import { ALL_ROWS } from './rows/all-rows.ts';

/**
 * Brings the database up to the newest schema, all migrations in one transaction.
 * Two processes at once are safe: the second waits and finds nothing to do.
 * @param url with the login that owns the database.
 * @param processLogin percent-encoded name of the login that processes use, if it is another one: it may take their roles then.
 * @returns the names of the migrations that were applied.
 */
export async function migrate(url: string, processLogin = ''): Promise<string[]> {
  const orm = await MikroORM.init({
    entities: ALL_ROWS,
    clientUrl: url,
    driverOptions: readEncryption(url),
    extensions: [Migrator],
    migrations: { migrationsList: ALL_MIGRATIONS, snapshot: false, tableName: 'migrations' },
    logger: () => {},
  });
  try {
    return await orm.em.getConnection().transactional(async (transaction) => {
      await orm.em
        .getConnection()
        .execute('select pg_advisory_xact_lock(7265374101)', [], 'run', transaction);
      const applied = await orm.migrator.up({ transaction });
      if (processLogin !== '' && processLogin !== new URL(url).username) {
        const login = orm.em.getPlatform().quoteIdentifier(decodeURIComponent(processLogin));
        const roles = [...PROCESS_ROLES, ...DASHBOARD_ROLES, ...RETENTION_ROLES].join(', ');
        await orm.em.getConnection().execute(`grant ${roles} to ${login}`, [], 'run', transaction);
      }
      return applied.map((migration) => migration.name);
    });
  } finally {
    await orm.close(true);
  }
}
