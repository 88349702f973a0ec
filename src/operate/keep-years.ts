import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changeKeepYears } from './statements/organization-settings.ts';

/** What everybody must keep (Código de Comercio, art. 30); each organization has it at first. */
export const LEAST_KEEP_YEARS = 6;
export const MOST_KEEP_YEARS = 30;

/**
 * Sets how many years the law wants kept what an organization issued, from the end of the year on, with the act in one transaction.
 * @returns false where it is so already, or there is no such organization: then nothing changes.
 */
export function setKeepYears(orm: Orm, id: number, years: number, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await changeKeepYears(em, id, years))) return false;
    const details = { years };
    await recordAct(em, order, { act: 'organization.keep', organizationId: id, subjectId: id, details });
    return true;
  });
}
