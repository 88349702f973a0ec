import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changeKeepYears } from './statements/organization-settings.ts';

/**
 * Sets the retention period of an organization's invoices in years, counted from the end of the year of issue. Records the act in the same transaction.
 * @returns false if the value is already set or the organization does not exist; then nothing changes.
 */
export function setKeepYears(orm: Orm, id: number, years: number, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await changeKeepYears(em, id, years))) return false;
    const details = { years };
    await recordAct(em, order, { act: 'organization.keep', organizationId: id, subjectId: id, details });
    return true;
  });
}
