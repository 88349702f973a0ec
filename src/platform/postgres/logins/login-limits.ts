import { escapeIdentifier, escapeLiteral, type ClientBase } from 'pg';
import type { ProcessRole } from './process-roles.ts';

/** Milliseconds that a session of a process may wait, work and rest. A process that froze in a transaction must not hold its locks for ever. */
export const LIMITS = {
  lock_timeout: 5000,
  statement_timeout: 50_000,
  idle_in_transaction_session_timeout: 10_000,
} as const;

/**
 * What each session of a login begins with: its role, and its limits. Connections say it themselves; a pooler that gives each transaction another session
 * passes nothing of that on.
 */
export function listDefaults(login: string, role: ProcessRole): string[] {
  const settings = { role: `engine_${role}`, jit: 'off', ...LIMITS };
  return Object.entries(settings).map(
    ([name, value]) =>
      `alter role ${escapeIdentifier(login)} set ${name} to ${escapeLiteral(String(value))};`,
  );
}

/** Whether the session has limits. */
export async function hasLimits(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ unlimited: number }>(
    `select count(*)::int as unlimited from pg_settings where name = any ($1) and setting = '0'`,
    [Object.keys(LIMITS)],
  );
  return rows[0]!.unlimited === 0;
}
