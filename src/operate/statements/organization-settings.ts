import { sql } from '@mikro-orm/core';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { OrganizationRow } from '../../platform/postgres/rows/organization-rows.ts';

/*
 * Settings of an organization that operators change. Each change returns false if the value is already set or
 * the organization does not exist; then nothing changes.
 */

/** Returns whether an organization with this id exists. */
export async function organizationExists(em: EntityManager, id: number): Promise<boolean> {
  return (await em.count(OrganizationRow, { id })) === 1;
}

/** Changes the retention period of an organization's invoices, in years. */
export async function changeKeepYears(em: EntityManager, id: number, years: number): Promise<boolean> {
  return (
    (await em.nativeUpdate(OrganizationRow, { id, keepYears: { $ne: years } }, { keepYears: years })) === 1
  );
}

/** Changes whether the PDFs of an organization are rendered only on request (ops/adr/0030). */
export async function changePdfsOnDemand(
  em: EntityManager,
  id: number,
  pdfsOnDemand: boolean,
): Promise<boolean> {
  const other = { id, pdfsOnDemand: !pdfsOnDemand };
  return (await em.nativeUpdate(OrganizationRow, other, { pdfsOnDemand })) === 1;
}

/** Changes whether an organization may issue invoices with dates more than 30 days back. */
export async function changeMigrating(em: EntityManager, id: number, migrating: boolean): Promise<boolean> {
  return (await em.nativeUpdate(OrganizationRow, { id, migrating: !migrating }, { migrating })) === 1;
}

/** Pauses an organization, which then issues nothing (ops/adr/0034), or resumes it. */
export async function setPaused(em: EntityManager, id: number, isPaused: boolean): Promise<boolean> {
  const other = { id, pausedAt: isPaused ? null : { $ne: null } };
  const pausedAt = isPaused ? sql.now() : null;
  return (await em.nativeUpdate(OrganizationRow, other, { pausedAt })) === 1;
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
