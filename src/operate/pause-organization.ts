import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { setPaused } from './statements/organization-settings.ts';

/**
 * Pauses or resumes an organization and records the act in one transaction. While it is paused, its batches
 * are accepted but not issued. Existing PDFs are rendered when a client requests them. Existing records are
 * still submitted to AEAT, as the law requires, and webhooks are delivered.
 * @returns false if the state is already set or the organization does not exist; then nothing changes.
 */
export function pauseOrganization(orm: Orm, id: number, isPaused: boolean, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await setPaused(em, id, isPaused))) return false;
    const act = isPaused ? 'organization.pause' : 'organization.resume';
    await recordAct(em, order, { act, organizationId: id, subjectId: id });
    return true;
  });
}
