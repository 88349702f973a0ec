import type { Pool } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { withTransaction } from '../platform/postgres/database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changePdfsOnDemand } from './statements/pdfs-on-demand.ts';

/**
 * Sets whether the PDFs of an organization are printed when somebody asks for them, with the act in one transaction. It holds for batches that end from then on.
 * @returns false where it is so already, or there is no such organization: then nothing changes.
 */
export function setPdfsOnDemand(
  pool: Pool,
  id: number,
  pdfsOnDemand: boolean,
  order: Order,
): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    if (!(await changePdfsOnDemand(client, id, pdfsOnDemand))) return false;
    const details = { made: pdfsOnDemand ? 'on-demand' : 'ahead' };
    await recordAct(client, order, { act: 'organization.pdfs', organizationId: id, subjectId: id, details });
    return true;
  });
}
