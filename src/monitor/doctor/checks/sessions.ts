import { BLOCKED_RUNBOOK } from '../../judge-sessions.ts';
import {
  adviseSession,
  describeSession,
  explainSession,
  isBlocking,
  listHeldSessions,
  seesOtherLogins,
} from '../../../platform/postgres/held-sessions.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/**
 * "Undefined function": migrations are pending, which another check reports. "Insufficient
 * privilege": the login may not call the function.
 */
const CANNOT_ASK = ['42883', '42501'];

/**
 * Checks for database sessions that block others or keep a transaction open, and whether the
 * sessions of all logins are visible.
 */
export async function checkSessions({ database }: Patient): Promise<Finding[]> {
  if (database === null) return withoutDatabase();
  try {
    const sessions = await listHeldSessions(database);
    const now = Date.now();
    const found = sessions.flatMap((session) => {
      const says = `${describeSession(session)}. ${explainSession(session)}`;
      const fix = `${adviseSession(session)} (${BLOCKED_RUNBOOK})`;
      if (session.kind !== 'blocking') return [warn(says, fix)];
      return isBlocking(session, now) ? [fail(says, fix)] : [];
    });
    const blind = (await seesOtherLogins(database))
      ? []
      : [
          warn(
            'the statements and start times of sessions of other logins are not visible',
            'run once as a superuser: grant pg_read_all_stats to engine_monitor',
          ),
        ];
    const all = [...found, ...blind];
    return all.length > 0 ? all : [ok('no session blocks others or keeps a transaction open')];
  } catch (error) {
    if (!CANNOT_ASK.includes((error as { code?: string }).code ?? '')) throw error;
    return [skip('this login may not read the sessions, or migrations are pending')];
  }
}
