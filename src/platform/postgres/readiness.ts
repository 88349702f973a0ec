import { setTimeout as wait } from 'node:timers/promises';
import type { Pool } from 'pg';
import type { Connection } from './database.ts';
import { explainRefusedConnection, isReadOnly } from './failures.ts';
import type { PrimaryTracker } from './lineage/primary-tracker.ts';
import { describeExcess, LoginError, readLoginRights } from './logins/login-rights.ts';
import type { ProcessRole } from './logins/process-roles.ts';
import { NEWEST_MIGRATION } from './newest-migration.ts';
import { query } from './statement.ts';
import * as sql from './postgres.sql.ts';

/** Shorter than the time limit of `/readyz`, so that the answer names the dependency that hangs. */
const PATIENCE_MS = 1500;

/**
 * Checks whether the database answers, can be written to, has this program's schema, and gives the
 * process exactly its own rights.
 * @param refusesExcess whether a login that may do more than the role is an obstacle, as in
 *   production.
 * @returns `ok`, or a description of the obstacle.
 */
export async function checkDatabase(
  connection: Connection,
  role: ProcessRole,
  refusesExcess = false,
): Promise<string> {
  const late = wait(PATIENCE_MS, 'does not answer', { ref: false });
  return Promise.race([findObstacle(connection, role, refusesExcess), late]);
}

/**
 * Like `checkDatabase`, and also checks with the primary tracker that the database's lineage is
 * active. Nothing is issued in a superseded one.
 */
export async function checkUsedDatabase(
  pool: Pool,
  tracker: Pick<PrimaryTracker, 'explain'>,
  role: ProcessRole,
  refusesExcess: boolean,
): Promise<string> {
  const late = wait(PATIENCE_MS, null, { ref: false });
  const [state, whySuperseded] = await Promise.all([
    checkDatabase(pool, role, refusesExcess),
    Promise.race([tracker.explain(pool).catch(() => null), late]),
  ]);
  return state === 'ok' && whySuperseded !== null ? `superseded: ${whySuperseded}` : state;
}

async function findObstacle(
  connection: Connection,
  role: ProcessRole,
  refusesExcess: boolean,
): Promise<string> {
  try {
    const { rowCount } = await connection.query('select from migrations where name = $1', [NEWEST_MIGRATION]);
    if (rowCount === 0) return 'migrations are pending';
    const obstacle = await findWriteObstacle(connection);
    if (obstacle !== null) return obstacle;
    const rights = await readLoginRights(connection, role);
    if (rights.user !== `engine_${role}`) return `connected as ${rights.user}, not as engine_${role}`;
    return (refusesExcess && describeExcess(rights, role)) || 'ok';
  } catch (error) {
    if (error instanceof LoginError) return error.message;
    const { code } = error as { code?: string };
    if (code === '42501') return `the login may not take the role engine_${role}`;
    // The table or the role does not exist.
    if (code === '42P01' || code === '22023') return 'migrations are pending';
    if (isReadOnly(error)) return `read-only: ${(error as Error).message}`;
    return explainRefusedConnection(error) ?? 'not reachable';
  }
}

/**
 * Returns why nothing can be written; null if it can. A server that answers reads may still be
 * read-only: after a failover an address may lead to a standby or to the old primary. A session
 * keeps the defaults that it started with, so read-only sessions of a pool are closed until one can
 * write.
 */
export async function findWriteObstacle(connection: Connection): Promise<string | null> {
  if (!('totalCount' in connection)) return lookForWriteObstacle(connection);
  let obstacle: string | null = null;
  for (let left = connection.idleCount + 1; left > 0; left -= 1) {
    // oxlint-disable-next-line no-await-in-loop -- until one may write
    const client = await connection.connect();
    let broken = true;
    try {
      // oxlint-disable-next-line no-await-in-loop
      obstacle = await lookForWriteObstacle(client);
      broken = obstacle !== null;
    } finally {
      client.release(broken);
    }
    if (obstacle === null) break;
  }
  return obstacle;
}

async function lookForWriteObstacle(connection: Connection): Promise<string | null> {
  const { rows } = await query(connection, sql.readWritability());
  const { isStandby, mayOnlyRead } = rows[0]!;
  if (isStandby) return 'read-only: the server is a standby';
  return mayOnlyRead ? 'read-only: default_transaction_read_only is on' : null;
}
