import { BLOCKED_RUNBOOK } from '../../../../src/console/overview/judge-sessions.ts';
import {
  adviseSession,
  describeSession,
  explainSession,
  isBlocking,
  listHeldSessions,
  seesOtherLogins,
} from '../../../../src/platform/postgres/held-sessions.ts';
import { fail, type Finding, ok, skip, warn } from '../finding.ts';
import type { Patient } from '../patient.ts';
import { withoutDatabase } from './postgres.ts';

/** "Undefined function": migrations are pending, which their own check tells. "Insufficient privilege": a login that may not ask. */
const CANNOT_ASK = ['42883', '42501'];

/** Who holds up others in the database, and who keeps a transaction open; and whether that can be seen of all logins. */
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
            'what sessions of other logins run, and since when, cannot be seen',
            'somebody who may must run once: grant pg_read_all_stats to engine_monitor',
          ),
        ];
    const all = [...found, ...blind];
    return all.length > 0 ? all : [ok('nobody holds up others, and no transaction was forgotten')];
  } catch (error) {
    if (!CANNOT_ASK.includes((error as { code?: string }).code ?? '')) throw error;
    return [skip('this login may not ask, or migrations are pending')];
  }
}
