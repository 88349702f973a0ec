import type { Pool, PoolClient } from 'pg';

/*
 * Long reads of a database that is in use. Without a snapshot, changes that are committed between
 * the statements would look like corruption.
 */

/**
 * Lifts the time limits that keep the engine's own transactions short. They would end a long read,
 * or one that is idle while an API is called. Older servers lack some of these settings.
 */
const LIFT_LIMITS = `
  select set_config(name, '0', true) from pg_settings
  where name in ('statement_timeout', 'idle_in_transaction_session_timeout', 'transaction_timeout')`;

/** Runs `work` on one read-only snapshot of the database, without a time limit. */
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
