import type { Pool, PoolClient } from 'pg';

/*
 * A long look at a database that goes on working. Read in several statements, what was committed in between would look like damage.
 */

/**
 * The limits that keep the product's own transactions short: they would end a look that takes long, or that rests while an API is asked.
 * Older servers have not all of them.
 */
const LIFT_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Runs `work` over one snapshot of the database, for as long as it takes. It can change nothing. */
export async function withSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin isolation level repeatable read read only');
    await client.query(LIFT_LIMITS);
    return await work(client);
  } finally {
    await client.query('rollback').catch((error: Error) => (broken = error));
    // A connection whose rollback failed must not be used again.
    client.release(broken);
  }
}
