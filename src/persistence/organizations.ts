import type { Order } from '../contracts/acts.ts';
import type { IssuerProfile } from '../contracts/invoice-document.ts';
import { recordActOf } from './acts.ts';
import type { Orm } from './database.ts';
import { ApiKeyRow } from './rows/api-key-row.ts';
import { IssuerProfileRow } from './rows/issuer-profile-row.ts';
import { OrganizationRow } from './rows/organization-row.ts';

export type NewKey = { readonly keyHash: Buffer; readonly prefix: string };

/** Creates an organization with its first API key, at an operator's word. @returns its id. */
export async function createOrganization(
  orm: Orm,
  organization: { readonly name: string; readonly verifactu: boolean; readonly key: NewKey },
  order: Order,
): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const { name, verifactu, key } = organization;
    // PostgreSQL's bigint arrives as text.
    const id = Number(await em.insert(OrganizationRow, { name, verifactu }));
    const keyId = Number(await em.insert(ApiKeyRow, { organizationId: id, ...key }));
    await recordActOf(em, order, {
      act: 'organization.create',
      organizationId: id,
      subjectId: id,
      details: { name, verifactu },
    });
    await recordActOf(em, order, {
      act: 'key.create',
      organizationId: id,
      subjectId: keyId,
      details: { prefix: key.prefix },
    });
    return id;
  });
}

/** Adds a key to an organization. @returns the key's id. @throws when there is no such organization. */
export async function addApiKey(
  orm: Orm,
  organizationId: number,
  key: NewKey,
  order: Order,
): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const id = Number(await em.insert(ApiKeyRow, { organizationId, ...key }));
    const details = { prefix: key.prefix };
    await recordActOf(em, order, { act: 'key.create', organizationId, subjectId: id, details });
    return id;
  });
}

/** Revokes a key: its sessions end with it. @returns false when no live key has this id. */
export async function revokeApiKey(orm: Orm, keyId: number, now: Date, order: Order): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const changed = await em.nativeUpdate(ApiKeyRow, { id: keyId, revokedAt: null }, { revokedAt: now });
    if (changed !== 1) return false;
    const { organizationId, prefix } = await em.findOneOrFail(ApiKeyRow, keyId);
    const details = { prefix };
    await recordActOf(em, order, { act: 'key.revoke', organizationId, subjectId: keyId, details });
    return true;
  });
}

export type OrganizationSummary = {
  readonly id: number;
  readonly name: string;
  readonly verifactu: boolean;
  readonly batches: number;
  readonly keys: readonly { readonly id: number; readonly prefix: string; readonly revokedAt: Date | null }[];
};

/** Every organization with its keys, oldest first. */
export async function listOrganizations(orm: Orm): Promise<OrganizationSummary[]> {
  const em = orm.em.fork();
  const organizations = await em.findAll(OrganizationRow, { orderBy: { id: 'asc' } });
  const keys = await em.findAll(ApiKeyRow, { orderBy: { id: 'asc' } });
  return organizations.map(({ id, name, verifactu, batchesCount }) => ({
    id,
    name,
    verifactu,
    batches: batchesCount,
    keys: keys
      .filter(({ organizationId }) => organizationId === id)
      .map((key) => ({ id: key.id, prefix: key.prefix, revokedAt: key.revokedAt ?? null })),
  }));
}

/** Whether there is an organization with this id. */
export async function organizationExists(orm: Orm, id: number): Promise<boolean> {
  return (await orm.em.fork().count(OrganizationRow, { id })) === 1;
}

/** Whether a key with this hash exists, revoked or not. */
export async function apiKeyExists(orm: Orm, keyHash: Buffer): Promise<boolean> {
  return (await orm.em.fork().count(ApiKeyRow, { keyHash })) === 1;
}

/** The newest profile of an issuer, or null. */
export async function findIssuerProfile(
  orm: Orm,
  organizationId: number,
  issuerNif: string,
): Promise<IssuerProfile | null> {
  const row = await orm.em
    .fork()
    .findOne(IssuerProfileRow, { organizationId, issuerNif }, { orderBy: { id: 'desc' } });
  return row?.profile ?? null;
}

/** Sets an issuer's profile for invoices issued from now on, at an operator's word. */
export async function addIssuerProfile(
  orm: Orm,
  organizationId: number,
  issuerNif: string,
  profile: IssuerProfile,
  order: Order,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    const id = Number(await em.insert(IssuerProfileRow, { organizationId, issuerNif, profile }));
    const details = { issuerNif };
    await recordActOf(em, order, { act: 'issuer.change', organizationId, subjectId: id, details });
  });
}
