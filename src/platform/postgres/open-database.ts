import { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { ALL_ROWS } from './rows/all-rows.ts';
import { type DatabaseOptions, openPool, type PoolOwner } from './database.ts';
import { PoolDialect, type PooledConnection } from './pool-dialect.ts';

export type Orm = ReturnType<typeof openOrm>;
export type EntityManager = Orm['em'];

/**
 * The database of a process: one pool, and one MikroORM that uses the connections of that pool. A
 * function that is a unit of work takes `orm` and forks its EntityManager; a function that is part
 * of a unit of work takes `em`.
 */
export type Database = PoolOwner & { readonly orm: Orm };

/**
 * Opens the database with MikroORM, which reads its entities when it is first used. Does not
 * connect yet, so that a process starts and answers 503 while PostgreSQL is unavailable. All
 * connections are made and closed as `openPool` describes.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const opened = openPool(options);
  let orm: Orm | undefined;
  return {
    ...opened,
    get orm() {
      return (orm ??= openOrm(opened.pool));
    },
  };
}

/** Opens MikroORM on a pool. The caller remains responsible for closing the pool. */
export function openOrm(pool: Pool) {
  return new MikroORM({
    entities: ALL_ROWS,
    driverOptions: new PoolDialect(pool),
    // The pool determines the database; MikroORM requires a name.
    dbName: 'unused',
    // Otherwise MikroORM would connect at once and create a missing database.
    ensureDatabase: false,
    // Errors reach the caller. Statements must not be logged, because they contain values.
    logger: () => {},
  });
}

/**
 * Runs a unit of work in a transaction, like `em.transactional`, and also gives it the connection
 * for prepared statements.
 * @param work `client` is the connection of the transaction. A statement on it sees only the
 *   changes that `em` has sent; `em.flush` sends the pending ones.
 */
export function withStatements<T>(
  orm: Orm,
  work: (em: EntityManager, client: PoolClient) => Promise<T>,
): Promise<T> {
  return orm.em.fork().transactional(async (em) => {
    const connection = await findConnection(em);
    try {
      return await work(em, connection.client);
    } catch (error) {
      connection.note(error);
      throw error;
    }
  });
}

function findConnection(em: EntityManager): Promise<PooledConnection> {
  const transaction = em.getTransactionContext<Kysely<unknown>>()!;
  return transaction
    .getExecutor()
    .provideConnection((connection) => Promise.resolve(connection as PooledConnection));
}
