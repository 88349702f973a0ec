import type { Act, Order } from '../../contracts/acts.ts';
import { DEFAULT_RIGHTS, type KeyRight, type OutsideReason } from '../../contracts/codes.ts';
import type { IssuerProfile } from '../../contracts/invoice-document.ts';
import type { EntityManager, Orm } from '../../platform/postgres/open-database.ts';
import {
  ApiKeyRow,
  IssuerProfileRow,
  OrganizationRow,
} from '../../platform/postgres/rows/organization-rows.ts';
import { OperatorActRow } from '../../platform/postgres/rows/operator-rows.ts';

export type NewKey = {
  readonly keyHash: Buffer;
  readonly prefix: string;
  /** What it may do; absent: as DEFAULT_RIGHTS. */
  readonly rights?: readonly KeyRight[];
};

/**
 * Creates an organization with its first API key, at an operator's word.
 * @param organization `outside`: why it issues without VeriFactu; null: it issues with it.
 * @returns its id.
 */
export async function createOrganization(
  orm: Orm,
  organization: { readonly name: string; readonly outside: OutsideReason | null; readonly key: NewKey },
  order: Order,
): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const { name, outside, key } = organization;
    const verifactu = outside === null;
    // PostgreSQL's bigint arrives as text.
    const id = Number(await em.insert(OrganizationRow, { name, verifactu, outsideReason: outside }));
    const keyId = Number(await em.insert(ApiKeyRow, buildKeyRow(id, key)));
    await recordActOf(em, order, {
      act: 'organization.create',
      organizationId: id,
      subjectId: id,
      details: { name, verifactu, outside },
    });
    await recordActOf(em, order, {
      act: 'key.create',
      organizationId: id,
      subjectId: keyId,
      details: describeKey(key),
    });
    return id;
  });
}

function buildKeyRow(organizationId: number, { rights = DEFAULT_RIGHTS, ...key }: NewKey) {
  return { organizationId, ...key, rights: [...rights] };
}

/** For the act. */
function describeKey({ prefix, rights = DEFAULT_RIGHTS }: NewKey) {
  return { prefix, rights };
}

/** Adds a key to an organization. @returns the key's id. @throws when there is no such organization. */
export async function addApiKey(
  orm: Orm,
  organizationId: number,
  key: NewKey,
  order: Order,
): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const id = Number(await em.insert(ApiKeyRow, buildKeyRow(organizationId, key)));
    const details = describeKey(key);
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

/** Changes what a live key may do, for its open sessions too. @returns false when no live key has this id. */
export async function changeRights(
  orm: Orm,
  keyId: number,
  rights: readonly KeyRight[],
  order: Order,
): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const row = { id: keyId, revokedAt: null };
    const before = await em.findOne(ApiKeyRow, row);
    if (before === null) return false;
    const { organizationId, prefix } = before;
    if ((await em.nativeUpdate(ApiKeyRow, row, { rights: [...rights] })) !== 1) return false;
    const details = { prefix, from: before.rights, to: rights };
    await recordActOf(em, order, { act: 'key.rights', organizationId, subjectId: keyId, details });
    return true;
  });
}

export type OrganizationSummary = {
  readonly id: number;
  readonly name: string;
  readonly verifactu: boolean;
  /** Why VeriFactu is off; null where it is on. */
  readonly outside: OutsideReason | null;
  /** Since then nothing of it is issued. */
  readonly pausedAt: Date | null;
  /** Its PDFs are printed when somebody asks for them. */
  readonly pdfsOnDemand: boolean;
  /** Years that law wants kept what it issued. */
  readonly keepYears: number;
  /** Whom it may issue for; null: anybody. */
  readonly issuerNifs: readonly string[] | null;
  readonly batches: number;
  readonly keys: readonly {
    readonly id: number;
    readonly prefix: string;
    readonly rights: readonly string[];
    readonly revokedAt: Date | null;
  }[];
};

/** Every organization with its keys, oldest first. */
export async function listOrganizations(orm: Orm): Promise<OrganizationSummary[]> {
  const em = orm.em.fork();
  const organizations = await em.findAll(OrganizationRow, { orderBy: { id: 'asc' } });
  const keys = await em.findAll(ApiKeyRow, { orderBy: { id: 'asc' } });
  return organizations.map(
    ({
      id,
      name,
      verifactu,
      outsideReason,
      issuerNifs,
      batchesCount,
      pausedAt,
      pdfsOnDemand,
      keepYears,
    }) => ({
      id,
      name,
      verifactu,
      outside: outsideReason ?? null,
      pausedAt: pausedAt ?? null,
      pdfsOnDemand,
      keepYears,
      issuerNifs: issuerNifs ?? null,
      batches: batchesCount,
      keys: keys
        .filter(({ organizationId }) => organizationId === id)
        .map((key) => ({
          id: key.id,
          prefix: key.prefix,
          rights: key.rights,
          revokedAt: key.revokedAt ?? null,
        })),
    }),
  );
}

/** Whom an organization may issue for; null: anybody. @throws when there is no such organization. */
export async function findBoundIssuers(orm: Orm, id: number): Promise<readonly string[] | null> {
  return (await orm.em.fork().findOneOrFail(OrganizationRow, id)).issuerNifs ?? null;
}

/** Binds an organization to its issuers, at an operator's word. What was accepted before stays accepted. @param issuerNifs null: anybody. */
export async function bindIssuers(
  orm: Orm,
  id: number,
  issuerNifs: readonly string[] | null,
  order: Order,
): Promise<void> {
  await orm.em.fork().transactional(async (em) => {
    await em.nativeUpdate(OrganizationRow, { id }, { issuerNifs: issuerNifs && [...issuerNifs] });
    const details = { issuerNifs: issuerNifs ?? 'any' };
    await recordActOf(em, order, { act: 'organization.bind', organizationId: id, subjectId: id, details });
  });
}

/** Corrects why an organization issues without VeriFactu, at an operator's word. @returns false when it issues with it, or is not there. */
export async function setOutsideReason(
  orm: Orm,
  id: number,
  outside: OutsideReason,
  order: Order,
): Promise<boolean> {
  return orm.em.fork().transactional(async (em) => {
    const row = { id, verifactu: false };
    if ((await em.nativeUpdate(OrganizationRow, row, { outsideReason: outside })) !== 1) return false;
    const details = { outside };
    await recordActOf(em, order, { act: 'organization.outside', organizationId: id, subjectId: id, details });
    return true;
  });
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

/** As `recordAct`, in a transaction of MikroORM. */
async function recordActOf(
  em: EntityManager,
  { operator, reason }: Order,
  { act, organizationId = null, subjectId, details = {} }: Act,
): Promise<void> {
  await em.insert(OperatorActRow, {
    act,
    operator,
    reason,
    organizationId,
    subjectId: subjectId ?? null,
    details,
  });
}
