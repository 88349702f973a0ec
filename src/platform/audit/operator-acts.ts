import type { Pool } from 'pg';
import type { Act, Order } from '../../contracts/acts.ts';
import type { Connection } from '../postgres/database.ts';
import { query } from '../postgres/statement.ts';
import * as sql from './audit.sql.ts';

/**
 * Writes down an act of an operator, in the transaction that does it: neither is there without the other. The database refuses most acts of
 * the operator's role that have no such row.
 */
export async function recordAct(
  connection: Connection,
  { operator, reason }: Order,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  await query(
    connection,
    sql.insertAct(act, operator, reason, organizationId, subjectId ?? null, JSON.stringify(details)),
  );
}

/** An act that is about to be done elsewhere than in the database. One of these ends it. */
export type PendingAct = {
  /** It took effect. @throws where nobody knows whether it was written down: then `keepUnknown` writes it anew. */
  keep(): Promise<void>;
  /** It may have taken effect: the row says so. It can be tried again. @throws where it is not written down. */
  keepUnknown(): Promise<void>;
  /** It did not. */
  drop(): Promise<void>;
};

/**
 * Writes down an act before it is done, visible once it took effect: where the database is away, it cannot be done.
 * @param write how it is written down: the dashboard does so by a function of the database.
 * @throws what the database throws.
 */
export async function beginAct<O extends Order>(
  pool: Pool,
  order: O,
  act: Act,
  write: (connection: Connection, order: O, act: Act) => Promise<void> = recordAct,
): Promise<PendingAct> {
  const client = await pool.connect();
  let isOver = false;
  const end = async (command: 'commit' | 'rollback') => {
    // Then the connection is somebody else's.
    if (isOver) return;
    isOver = true;
    let broken: Error | undefined;
    try {
      await client.query(command);
    } catch (error) {
      broken = error as Error;
      throw error;
    } finally {
      client.release(broken);
    }
  };
  try {
    await client.query('begin');
    await write(client, order, act);
  } catch (error) {
    client.release(error as Error);
    throw error;
  }
  return {
    keep: () => end('commit'),
    async keepUnknown() {
      // Anew: the database has ended a transaction that waited too long.
      await end('rollback').catch(() => {});
      await write(pool, order, { ...act, details: { ...act.details, outcome: 'unknown' } });
    },
    drop: () => end('rollback'),
  };
}
