import {
  adviseSession,
  describeSession,
  explainSession,
  type HeldSession,
  isBlocking,
  sinceWhen,
} from '../platform/postgres/held-sessions.ts';
import { type Finding, OF_ENGINE } from './finding.ts';

/* Findings about sessions of the database that block the engine or keep a transaction open. */

export const BLOCKED_RUNBOOK = 'docs/runbooks/database.md';

/** Returns the findings about sessions. */
export function judgeSessions(sessions: readonly HeldSession[], now: number): Finding[] {
  return sessions
    .filter((session) => session.kind !== 'blocking' || isBlocking(session, now))
    .map((session) => {
      const { kind, pid } = session;
      return {
        id: `session-${pid}`,
        ...OF_ENGINE,
        urgency: kind === 'blocking' ? 'act' : 'look',
        what: describeSession(session),
        since: sinceWhen(session),
        why: explainSession(session),
        todo: `${adviseSession(session)}; see ${BLOCKED_RUNBOOK}`,
        acts: [],
        section: 'installation',
      };
    });
}
