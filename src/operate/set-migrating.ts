import type { Order } from '../contracts/acts.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { changeMigrating } from './statements/organization-settings.ts';

/**
 * Sets whether an organization migrates from another system, and records the act in one transaction. Version 2 of the
 * API then accepts its invoices with issue dates more than 30 days back.
 * @returns false if the value is already set or the organization does not exist; then nothing changes.
 */
export function setMigrating(orm: Orm, id: number, migrating: boolean, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    if (!(await changeMigrating(em, id, migrating))) return false;
    const details = { migrating };
    await recordAct(em, order, { act: 'organization.migrating', organizationId: id, subjectId: id, details });
    return true;
  });
}
