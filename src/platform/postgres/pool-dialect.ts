import {
  type CompiledQuery,
  type DatabaseConnection,
  PostgresDialect,
  PostgresDriver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type { Pool, PoolClient } from 'pg';
import { isReadOnly, isUnanswered } from './failures.ts';

/**
 * The dialect with which Kysely, and therefore MikroORM, runs statements on the pool that the
 * process already has. It differs from Kysely's `PostgresDialect` in the handling of errors.
 * Kysely's driver never returns a connection whose transaction could not begin or roll back, so
 * each loss of the server would take a connection from the pool. It also reuses every other
 * connection after an error.
 */
export class PoolDialect extends PostgresDialect {
  readonly #pool: Pool;

  /** @param pool stays open when MikroORM is closed. The code that opened it closes it. */
  constructor(pool: Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override createDriver(): PostgresDriver {
    return new PoolDriver(this.#pool);
  }
}

/** A connection that Kysely holds for a statement or a transaction. */
export class PooledConnection implements DatabaseConnection {
  readonly client: PoolClient;
  #isInTransaction = false;
  #isReleased = false;
  /** The error after which the connection cannot be used again. */
  #broken: Error | undefined;

  constructor(client: PoolClient) {
    this.client = client;
  }

  /** Records an error of a statement on this connection. */
  note(error: unknown): void {
    // Outside a transaction any error closes the connection, as `query` of a pool of `pg` does.
    if (!this.#isInTransaction || isReadOnly(error) || isUnanswered(error)) this.#broken ??= error as Error;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const { command, rowCount, rows } = await this.client.query(sql, [...parameters]);
      const isChange = ['INSERT', 'UPDATE', 'DELETE', 'MERGE'].includes(command);
      return { rows: (rows ?? []) as R[], ...(isChange && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      this.note(error);
      // The detail names the values of the row, and MikroORM copies it into the message, which is
      // logged.
      delete (error as { detail?: string }).detail;
      throw error;
    }
  }

  // oxlint-disable-next-line require-yield -- nothing is streamed through MikroORM.
  async *streamQuery(): AsyncIterableIterator<never> {
    throw new Error('This connection does not support streaming: use a cursor of pg');
  }

  /**
   * Runs `begin`, `commit` or `rollback`. If the command fails, the transaction is over and the
   * connection is closed.
   */
  async run(command: () => Promise<void>, isInTransaction: boolean): Promise<void> {
    try {
      // After an unanswered statement, a rollback would not be answered either.
      if (this.#broken !== undefined) throw this.#broken;
      await command();
      this.#isInTransaction = isInTransaction;
    } catch (error) {
      this.release(error as Error);
      throw error;
    }
  }

  release(error = this.#broken): void {
    if (this.#isReleased) return;
    this.#isReleased = true;
    this.client.release(error);
  }
}

class PoolDriver extends PostgresDriver {
  readonly #pool: Pool;

  constructor(pool: Pool) {
    super({ pool });
    this.#pool = pool;
  }

  override async acquireConnection(): Promise<PooledConnection> {
    return new PooledConnection(await this.#pool.connect());
  }

  override async beginTransaction(
    connection: PooledConnection,
    settings: TransactionSettings,
  ): Promise<void> {
    await connection.run(() => super.beginTransaction(connection, settings), true);
  }

  override async rollbackTransaction(connection: PooledConnection): Promise<void> {
    await connection.run(() => super.rollbackTransaction(connection), false);
  }

  override async releaseConnection(connection: DatabaseConnection): Promise<void> {
    (connection as PooledConnection).release();
  }

  override async destroy(): Promise<void> {}
}
