import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changePdfsOnDemand } from './statements/organization-settings.ts';

/**
 * Sets whether the PDFs of an organization are rendered only on request, and records the act in one
 * transaction. The setting applies to batches that end afterwards.
 * @returns false if the value is already set or the organization does not exist; then nothing changes.
 */
export function setPdfsOnDemand(orm: Orm, id: number, pdfsOnDemand: boolean, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await changePdfsOnDemand(em, id, pdfsOnDemand))) return false;
    const details = { made: pdfsOnDemand ? 'on-demand' : 'ahead' };
    await recordAct(em, order, { act: 'organization.pdfs', organizationId: id, subjectId: id, details });
    return true;
  });
}
