import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { setPaused } from './statements/organization-settings.ts';

/**
 * Pauses an organization, or lets it go on, with the act in one transaction. While it is paused its batches are accepted and wait: nothing is issued. PDFs of what was issued
 * are rendered when a client asks for them. Records that exist go on to AEAT, as the law wants, and webhooks are delivered.
 * @returns false where it is so already, or there is no such organization: then nothing changes.
 */
export function pauseOrganization(orm: Orm, id: number, isPaused: boolean, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await setPaused(em, id, isPaused))) return false;
    const act = isPaused ? 'organization.pause' : 'organization.resume';
    await recordAct(em, order, { act, organizationId: id, subjectId: id });
    return true;
  });
}
