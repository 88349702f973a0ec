import { MikroORM } from '@mikro-orm/postgresql';
import type { Kysely } from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { ALL_ROWS } from './rows/all-rows.ts';
import { type DatabaseOptions, openPool, type PoolOwner } from './database.ts';
import { PoolDialect, type PooledConnection } from './pool-dialect.ts';

export type Orm = ReturnType<typeof openOrm>;
export type EntityManager = Orm['em'];

/**
 * The database as a process has it: one pool, and one MikroORM whose statements go on the connections of that pool. A function that is a unit of work by itself takes `orm` and
 * forks its EntityManager; a function that is a part of one takes `em`.
 */
export type Database = PoolOwner & { readonly orm: Orm };

/**
 * Opens the database with MikroORM. Does not connect yet: a process starts and answers 503 while PostgreSQL is away. Connections are made and closed as `openPool` says,
 * whoever uses them.
 */
export function openDatabase(options: DatabaseOptions): Database {
  const opened = openPool(options);
  return { ...opened, orm: openOrm(opened.pool) };
}

/** Opens MikroORM on a pool, which stays that of whoever opened it. */
export function openOrm(pool: Pool) {
  return new MikroORM({
    entities: ALL_ROWS,
    driverOptions: new PoolDialect(pool),
    // The pool knows which one it is; MikroORM wants a name.
    dbName: 'unused',
    // It would connect at once, and create a database that is missing.
    ensureDatabase: false,
    // An error reaches whoever asked, and no statement may be logged: it holds its values.
    logger: () => {},
  });
}

/**
 * Runs a unit of work in a transaction, as `em.transactional` does, that also runs prepared statements.
 * @param work `client` is the connection of the transaction. A statement on it sees what `em` has sent: `em.flush` sends what is pending.
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
