import type { Act, Order } from '../../contracts/acts.ts';
import { DEFAULT_RIGHTS, type KeyRight, type OutsideReason } from '../../contracts/codes.ts';
import type { IssuerProfile } from '../../contracts/issuer-profile.ts';
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
  /** Rights of the key; DEFAULT_RIGHTS if absent. */
  readonly rights?: readonly KeyRight[];
};

/**
 * Creates an organization with its first API key, on an operator's order, and records both acts.
 * @param organization `outside` is the reason why the organization issues without VeriFactu, or
 *   null if it uses VeriFactu.
 * @returns the id of the organization.
 */
export async function createOrganization(
  orm: Orm,
  organization: { readonly name: string; readonly outside: OutsideReason | null; readonly key: NewKey },
  order: Order,
): Promise<number> {
  return orm.em.fork().transactional(async (em) => {
    const { name, outside, key } = organization;
    const verifactu = outside === null;
    // The driver returns PostgreSQL's bigint as text.
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

/** Returns the details of a key that the recorded act contains. */
function describeKey({ prefix, rights = DEFAULT_RIGHTS }: NewKey) {
  return { prefix, rights };
}

/**
 * Adds a key to an organization and records the act.
 * @returns the id of the key.
 * @throws if the organization does not exist.
 */
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

/**
 * Revokes a key, which also ends its sessions, and records the act.
 * @returns false if no live key has this id.
 */
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

/**
 * Changes the rights of a live key and of its open sessions, and records the act.
 * @returns false if no live key has this id.
 */
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
  /** Reason why VeriFactu is off; null if VeriFactu is on. */
  readonly outside: OutsideReason | null;
  /** Time since which the organization issues nothing; null if it is not paused. */
  readonly pausedAt: Date | null;
  /** Whether its PDFs are rendered only on request. */
  readonly pdfsOnDemand: boolean;
  /** Number of years for which the law requires keeping the documents that it issued. */
  readonly keepYears: number;
  readonly migrating: boolean;
  readonly uniqueExternalIds: boolean;
  /** NIFs of the issuers for which it may issue; null if any issuer is allowed. */
  readonly issuerNifs: readonly string[] | null;
  readonly batches: number;
  readonly keys: readonly {
    readonly id: number;
    readonly prefix: string;
    readonly rights: readonly string[];
    readonly revokedAt: Date | null;
  }[];
};

/** Returns all organizations with their keys, oldest first. */
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
      migrating,
      uniqueExternalIds,
    }) => ({
      id,
      name,
      verifactu,
      outside: outsideReason ?? null,
      pausedAt: pausedAt ?? null,
      pdfsOnDemand,
      keepYears,
      migrating,
      uniqueExternalIds,
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

/**
 * Returns the NIFs of the issuers for which an organization may issue, or null if any issuer is
 * allowed.
 * @throws if the organization does not exist.
 */
export async function findBoundIssuers(orm: Orm, id: number): Promise<readonly string[] | null> {
  return (await orm.em.fork().findOneOrFail(OrganizationRow, id)).issuerNifs ?? null;
}

/**
 * Restricts an organization to the given issuers, on an operator's order, and records the act.
 * Batches that were accepted earlier are not affected.
 * @param issuerNifs null allows any issuer.
 */
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

/**
 * Corrects the reason why an organization issues without VeriFactu, on an operator's order, and
 * records the act.
 * @returns false if the organization uses VeriFactu or does not exist.
 */
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

/** Returns whether a key with this hash exists, revoked or not. */
export async function apiKeyExists(orm: Orm, keyHash: Buffer): Promise<boolean> {
  return (await orm.em.fork().count(ApiKeyRow, { keyHash })) === 1;
}

/** Returns the newest profile of an issuer, or null if it has none. */
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

/**
 * Sets the profile of an issuer for invoices issued from now on, on an operator's order, and
 * records the act.
 */
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

/** Does the same as `recordAct`, inside a MikroORM transaction. */
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
