import { sql } from '@mikro-orm/core';
import type { CensusMode, CensusWhenUnavailable } from '../contracts/codes.ts';
import type { Order } from '../contracts/acts.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import type { EntityManager, Orm } from '../platform/postgres/open-database.ts';
import { OrganizationRow } from '../platform/postgres/rows/organization-rows.ts';

/* The settings of an organization that operators change. */

/** Returns whether an organization with this id exists. */
export async function organizationExists(em: EntityManager, id: number): Promise<boolean> {
  return (await em.count(OrganizationRow, { id })) === 1;
}

/** A setting of an organization with its new value. */
export type OrganizationSetting =
  /**
   * While an organization is paused, its batches are accepted but not issued (ops/adr/0034). PDFs
   * are rendered when a client requests them. Existing records are still sent to AEAT, as the
   * law requires, and webhooks are delivered.
   */
  | { readonly name: 'paused'; readonly value: boolean }
  /**
   * Whether its PDFs are rendered only on request (ops/adr/0030). The setting applies to batches
   * that end afterwards.
   */
  | { readonly name: 'pdfsOnDemand'; readonly value: boolean }
  /**
   * Whether it migrates from another system. Version 2 of the API then accepts its invoices with
   * issue dates more than 30 days back.
   */
  | { readonly name: 'migrating'; readonly value: boolean }
  /** Whether each of its own ids of invoices (external_invoice_id) is used once. */
  | { readonly name: 'uniqueExternalIds'; readonly value: boolean }
  /** What it does with what AEAT's census says of the parties of its invoices (ops/adr/0087). */
  | { readonly name: 'census'; readonly value: CensusMode }
  /** What a batch does while the census does not answer, with `refuse`. */
  | { readonly name: 'censusWhenUnavailable'; readonly value: CensusWhenUnavailable }
  /**
   * Whether recipients who are natural persons, and of whom neither an invoice nor their profile says
   * it, are businesses or professionals; null if nobody decided it.
   */
  | { readonly name: 'personsAreBusinesses'; readonly value: boolean | null }
  /** The retention period of its invoices in years, counted from the end of the year of issue. */
  | { readonly name: 'keepYears'; readonly value: number };

/**
 * Changes a setting of an organization and records the act in one transaction.
 * @returns false if the setting already has the value or the organization does not exist; then
 *   nothing changes.
 */
export function changeSetting(
  orm: Orm,
  id: number,
  setting: OrganizationSetting,
  order: Order,
): Promise<boolean> {
  const { current, next, act, details } = describeChange(setting);
  return orm.em.fork().transactional(async (em) => {
    if ((await em.nativeUpdate(OrganizationRow, { id, ...current }, next)) !== 1) return false;
    await recordAct(em, order, { act, organizationId: id, subjectId: id, ...(details && { details }) });
    return true;
  });
}

/** Returns which row changes, its new values, and the act that is recorded. */
function describeChange({ name, value }: OrganizationSetting) {
  switch (name) {
    case 'paused':
      return {
        current: { pausedAt: value ? null : { $ne: null } },
        next: { pausedAt: value ? sql.now() : null },
        act: value ? ('organization.pause' as const) : ('organization.resume' as const),
      };
    case 'pdfsOnDemand':
      return {
        current: { pdfsOnDemand: !value },
        next: { pdfsOnDemand: value },
        act: 'organization.pdfs' as const,
        details: { made: value ? 'on-demand' : 'ahead' },
      };
    case 'migrating':
      return {
        current: { migrating: !value },
        next: { migrating: value },
        act: 'organization.migrating' as const,
        details: { migrating: value },
      };
    case 'uniqueExternalIds':
      return {
        current: { uniqueExternalIds: !value },
        next: { uniqueExternalIds: value },
        act: 'organization.unique_ids' as const,
        details: { unique: value },
      };
    case 'census':
      return {
        current: { census: { $ne: value } },
        next: { census: value },
        act: 'organization.census' as const,
        details: { census: value },
      };
    case 'censusWhenUnavailable':
      return {
        current: { censusWhenUnavailable: { $ne: value } },
        next: { censusWhenUnavailable: value },
        act: 'organization.census' as const,
        details: { whenUnavailable: value },
      };
    case 'personsAreBusinesses':
      return {
        current: {
          $or: [
            { personsAreBusinesses: { $ne: value } },
            ...(value === null ? [] : [{ personsAreBusinesses: null }]),
          ],
        },
        next: { personsAreBusinesses: value },
        act: 'organization.persons' as const,
        details: { areBusinesses: value },
      };
    case 'keepYears':
      return {
        current: { keepYears: { $ne: value } },
        next: { keepYears: value },
        act: 'organization.keep' as const,
        details: { years: value },
      };
  }
}

export type PausableOrganization = {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since 1970; null if it is not paused. */
  readonly pausedAt: number | null;
  /** Number of unfinished batches, counted up to 10,001. */
  readonly batchesWaiting: number;
};

const MOST_COUNTED = 10_001;

/** Returns the data about an organization that its pause needs, or null if it does not exist. */
export async function findPausable(em: EntityManager, id: number): Promise<PausableOrganization | null> {
  const found = await em.findOne(OrganizationRow, { id }, { fields: ['name', 'pausedAt'] });
  if (found === null) return null;
  const waiting = em
    .getKysely()
    .selectFrom('batches')
    .select('id')
    .where('organization_id', '=', id)
    .where('processed_at', 'is', null)
    .limit(MOST_COUNTED);
  const { count } = await em
    .getKysely()
    .selectFrom(waiting.as('waiting'))
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow();
  const { name, pausedAt } = found;
  return { id, name, pausedAt: pausedAt?.getTime() ?? null, batchesWaiting: Number(count) };
}
