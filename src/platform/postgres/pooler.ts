import type { ClientBase } from 'pg';

/*
 * A pooler in transaction mode gives each transaction another session of the server. Prepared
 * statements work there only if the pooler itself prepares them in each session, under its own
 * names. PgBouncer does so from version 1.21 if `max_prepared_statements` is not 0. Other poolers
 * forward the names, and a statement fails whenever its transaction gets a session that does not
 * have it or has another one with that name.
 */

const PROBE = { name: 'ibe-pooler-probe', text: 'select pg_backend_pid() as pid' };

/**
 * Checks whether statements can be prepared behind the pooler of a connection.
 * @param client of an address with `pgbouncer=true`.
 * @returns a description of the fault and its remedy; null if there is none.
 */
export async function findPoolerFault(client: ClientBase): Promise<string | null> {
  if (!(await passesNamesOn(client))) return null;
  return 'the pooler does not manage prepared statements: use PgBouncer 1.21 or newer with max_prepared_statements = 200, or remove pgbouncer=true from the address if its pool_mode is session';
}

/**
 * Prepares a named statement and checks whether the server's session has it under exactly that
 * name.
 */
async function passesNamesOn(client: ClientBase): Promise<boolean> {
  await client.query('begin');
  try {
    const { rows } = await client.query<{ pid: number }>(PROBE);
    // The backend is the one of the connection: this is the server itself, which needs no pooler.
    if (rows[0]!.pid === (client as ClientBase & { processID: number | null }).processID) return false;
    const found = await client.query('select from pg_prepared_statements where name = $1', [PROBE.name]);
    return found.rowCount !== 0;
  } catch (error) {
    // The session already has a statement with that name, so the pooler forwards names.
    if ((error as { code?: unknown }).code === '42P05') return true;
    throw error;
  } finally {
    await client.query('rollback');
  }
}
