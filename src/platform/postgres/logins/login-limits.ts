import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg';
import type { ProcessRole } from './process-roles.ts';

/**
 * Time limits in milliseconds of a process's sessions: waiting for a lock, running a statement, and
 * being idle in a transaction. A process that hangs in a transaction must not hold its locks
 * forever.
 */
export const LIMITS = {
  lock_timeout: 5000,
  statement_timeout: 50_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/**
 * Lists the settings with which each session of a login begins: its role, its search path and its
 * time limits. Connections send them as startup parameters as well, but a pooler that gives each
 * transaction another session does not forward those.
 */
export function listDefaults(login: string, role: ProcessRole): string[] {
  const settings = { role: `engine_${role}`, search_path: 'public', jit: 'off', ...LIMITS };
  return Object.entries(settings).map(
    ([name, value]) =>
      `alter role ${escapeIdentifier(login)} set ${name} to ${escapeLiteral(String(value))};`,
  );
}

/** Returns whether all time limits are set in the session. */
export async function hasLimits(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ unlimited: number }>(
    `select count(*)::int as unlimited from pg_settings where name = any ($1) and setting = '0'`,
    [Object.keys(LIMITS)],
  );
  return rows[0]!.unlimited === 0;
}
