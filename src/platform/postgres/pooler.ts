import type { ClientBase } from 'pg';

/*
 * A pooler in transaction mode gives each transaction another session of the server. Statements that are prepared by name work there only where the pooler prepares them itself in
 * each session, under names of its own: PgBouncer does from version 1.21 on, where `max_prepared_statements` is not 0. Others pass the names on, and a statement fails whenever its
 * transaction gets a session that does not know it, or knows another one by that name.
 */

const PROBE = { name: 'ibe-pooler-probe', text: 'select pg_backend_pid() as pid' };

/**
 * Tells why statements cannot be prepared behind the pooler that a connection leads through.
 * @param client of an address with `pgbouncer=true`.
 * @returns what is wrong and what mends it, in words; null where nothing is.
 */
export async function findPoolerFault(client: ClientBase): Promise<string | null> {
  if (!(await passesNamesOn(client))) return null;
  return 'the pooler passes the names of prepared statements on to whichever session a transaction gets: use PgBouncer 1.21 or newer with max_prepared_statements = 200, or leave pgbouncer=true out of the address where its pool_mode is session';
}

/** Prepares a statement by name, and looks whether the session of the server has it by just that name. */
async function passesNamesOn(client: ClientBase): Promise<boolean> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ pid: number }>(PROBE);
    // The server itself, which needs no pooler: it is who the connection says.
    if (rows[0]!.pid === (client as ClientBase & { processID: number | null }).processID) return false;
    const found = await client.query('select from pg_prepared_statements where name = $1', [PROBE.name]);
    return found.rowCount !== 0;
  } catch (error) {
    // Somebody has prepared it in this session under that name.
    if ((error as { code?: unknown }).code === '42P05') return true;
    throw error;
  } finally {
    await client.query('rollback');
  }
}
