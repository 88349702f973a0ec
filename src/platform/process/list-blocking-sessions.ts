import type { Pool } from 'pg';
import { adviseSession, describeSession, isBlocking, listHeldSessions } from '../postgres/held-sessions.ts';
import { withinTime } from '../telemetry/within-time.ts';

/** Shorter than the limit of `/readyz`. */
const PATIENCE_MS = 1500;

/** Says which sessions hold up others in the database, and what helps. Nothing where that cannot be known: that the database is away is told beside it. */
export async function listBlockingSessions(pool: Pool, now: Date): Promise<string[]> {
  const sessions = await withinTime(listHeldSessions(pool), PATIENCE_MS).catch(() => []);
  return sessions
    .filter((session) => isBlocking(session, now.getTime()))
    .map((session) => `${describeSession(session)}: ${adviseSession(session)}`);
}
