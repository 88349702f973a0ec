import { sql } from '@mikro-orm/core';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { OrganizationRow } from '../../platform/postgres/rows/organization-rows.ts';

/* What operators set of an organization. Each change gives false where it is so already, or there is no such organization: then nothing changes. */

/** Whether there is an organization with this id. */
export async function organizationExists(em: EntityManager, id: number): Promise<boolean> {
  return (await em.count(OrganizationRow, { id })) === 1;
}

/** Changes how many years the law wants kept what an organization issued. */
export async function changeKeepYears(em: EntityManager, id: number, years: number): Promise<boolean> {
  return (
    (await em.nativeUpdate(OrganizationRow, { id, keepYears: { $ne: years } }, { keepYears: years })) === 1
  );
}

/** Changes whether the PDFs of an organization are rendered when somebody asks for them (ops/adr/0030). */
export async function changePdfsOnDemand(
  em: EntityManager,
  id: number,
  pdfsOnDemand: boolean,
): Promise<boolean> {
  const other = { id, pdfsOnDemand: !pdfsOnDemand };
  return (await em.nativeUpdate(OrganizationRow, other, { pdfsOnDemand })) === 1;
}

/** Pauses an organization, so that nothing of it is issued (ops/adr/0034), or lets it go on. */
export async function setPaused(em: EntityManager, id: number, isPaused: boolean): Promise<boolean> {
  const other = { id, pausedAt: isPaused ? null : { $ne: null } };
  const pausedAt = isPaused ? sql.now() : null;
  return (await em.nativeUpdate(OrganizationRow, other, { pausedAt })) === 1;
}

export type PausableOrganization = {
  readonly id: number;
  readonly name: string;
  /** Milliseconds since 1970; null: it is not paused. */
  readonly pausedAt: number | null;
  /** Batches that have not ended; no more than 10,001 are counted. */
  readonly batchesWaiting: number;
};

const MOST_COUNTED = 10_001;

/** Finds an organization as its pause needs it. */
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
