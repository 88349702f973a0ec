import type { Pool } from 'pg';
import type { Order } from '../contracts/acts.ts';
import { withTransaction } from '../platform/postgres/database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changeKeepYears } from './statements/keep-years.ts';

/** What everybody must keep (Código de Comercio, art. 30); each organization has it at first. */
export const LEAST_KEEP_YEARS = 6;
export const MOST_KEEP_YEARS = 30;

/**
 * Sets how many years the law wants kept what an organization issued, from the end of the year on, with the act in one transaction.
 * @returns false where it is so already, or there is no such organization: then nothing changes.
 */
export function setKeepYears(pool: Pool, id: number, years: number, order: Order): Promise<boolean> {
  return withTransaction(pool, async (client) => {
    if (!(await changeKeepYears(client, id, years))) return false;
    const details = { years };
    await recordAct(client, order, { act: 'organization.keep', organizationId: id, subjectId: id, details });
    return true;
  });
}
