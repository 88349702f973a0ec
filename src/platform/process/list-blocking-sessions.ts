import type { Pool } from 'pg';
import { adviseSession, describeSession, isBlocking, listHeldSessions } from '../postgres/held-sessions.ts';
import { withinTime } from '../telemetry/within-time.ts';

/** Shorter than the time limit of `/readyz`. */
const PATIENCE_MS = 1500;

/**
 * Describes the sessions that block others in the database, with the remedy. Returns an empty list
 * if they cannot be read; an unavailable database is reported separately.
 */
export async function listBlockingSessions(pool: Pool, now: Date): Promise<string[]> {
  const sessions = await withinTime(listHeldSessions(pool), PATIENCE_MS).catch(() => []);
  return sessions
    .filter((session) => isBlocking(session, now.getTime()))
    .map((session) => `${describeSession(session)}: ${adviseSession(session)}`);
}
