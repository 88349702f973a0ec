import { MikroORM } from '@mikro-orm/postgresql';
import { firstAddress } from '../../contracts/server-addresses.ts';
import { ALL_ROWS } from './rows/all-rows.ts';
import {
  buildConnectionConfig,
  type Database,
  type DatabaseOptions,
  followUrl,
  MAX_CONNECTIONS,
} from './database.ts';

export type Orm = MikroORM;

export type MappedDatabase = Database & {
  readonly orm: Orm;
};

/**
 * As `openDatabase`, with MikroORM, whose connections the statements use, too. To load it takes as long as all else that a command does: only who
 * needs it asks for it.
 */
export async function openMappedDatabase(options: DatabaseOptions): Promise<MappedDatabase> {
  const orm = new MikroORM({
    entities: ALL_ROWS,
    // It cannot read one with several hosts.
    clientUrl: firstAddress(followUrl(options.url)()),
    pool: { min: 0, max: options.maxConnections ?? MAX_CONNECTIONS },
    // Its pool leaves no silent host: who waits here must give up by itself.
    driverOptions: buildConnectionConfig({ ...options, waitsForLong: false }),
    // It would connect at once, and create a database that is missing.
    ensureDatabase: false,
    // Warnings about dropped connections; the statement in flight rejects by itself.
    logger: () => {},
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return {
    orm,
    pool,
    async [Symbol.asyncDispose]() {
      await orm.close(true);
      // MikroORM leaves it open where only the pool was used: the process would wait ten seconds for its idle connections.
      if (!pool.ending) await pool.end();
    },
  };
}
