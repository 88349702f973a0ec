import { type InferEntity, LockMode } from '@mikro-orm/core';
import type { Validity } from '../../domain/registration/choose-certificate.ts';
import type { StoredSigning } from '../../contracts/signing-refusals.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { CertificateRow } from '../../platform/postgres/rows/organization-rows.ts';

export type SealedCertificate = {
  /** null when the certificate is for every issuer of the organization. */
  readonly issuerNif: string | null;
  readonly sealedPkcs12: Buffer;
  readonly sealedPassphrase: Buffer;
  /** Whether it is a sello de entidad, which AEAT accepts at a separate address. */
  readonly isSeal: boolean;
};

export type NewCertificate = SealedCertificate & {
  readonly organizationId: number;
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly createdAt: Date;
  /** Absent if it is not known: a worker records it. */
  readonly signing?: StoredSigning;
};

/**
 * Adds a certificate, whether or not it is valid now.
 * @returns its id.
 */
export async function insertCertificate(em: EntityManager, certificate: NewCertificate): Promise<number> {
  // The driver returns a bigint of PostgreSQL as text.
  return Number(await em.insert(CertificateRow, certificate));
}

/**
 * Returns the certificates that may be presented to AEAT for an issuer, valid or not, in no
 * particular order: its own and those for all issuers.
 * @param issuerNif null for those of every issuer.
 */
export async function findCertificates(
  em: EntityManager,
  organizationId: number,
  issuerNif: string | null,
): Promise<(SealedCertificate & Validity)[]> {
  const found = await em.find(CertificateRow, {
    organizationId,
    ...(issuerNif !== null && { $or: [{ issuerNif }, { issuerNif: null }] }),
    removedAt: null,
  });
  return found.map((row) => ({
    ...toValidity(row),
    sealedPkcs12: row.sealedPkcs12,
    sealedPassphrase: row.sealedPassphrase,
    isSeal: row.isSeal,
  }));
}

export type CertificateSummary = Validity & {
  readonly organizationId: number;
  readonly subject: string;
  readonly isSeal: boolean;
  /** Version and id of the key, with which src/platform/secrets/seal-secret.ts begins each sealed secret. */
  readonly front: Buffer;
};

/**
 * Returns the certificates of an organization (null: of all organizations) that were not removed.
 * Those of each issuer are sorted from newest to oldest.
 */
export async function listCertificates(
  em: EntityManager,
  organizationId: number | null,
): Promise<CertificateSummary[]> {
  const found = await em.find(
    CertificateRow,
    { ...(organizationId !== null && { organizationId }), removedAt: null },
    {
      fields: ['organizationId', 'issuerNif', 'subject', 'isSeal', 'front', 'notBefore', 'notAfter'],
      orderBy: [{ organizationId: 'asc' }, { issuerNif: 'asc nulls first' }, { id: 'desc' }],
    },
  );
  return found.map((row) => ({
    ...toValidity(row),
    organizationId: row.organizationId,
    subject: row.subject,
    isSeal: row.isSeal,
    front: Buffer.from(row.front),
  }));
}

type StoredValidity = {
  readonly id: number;
  readonly issuerNif?: string | null | undefined;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

function toValidity({ id, issuerNif, notBefore, notAfter }: StoredValidity): Validity {
  return {
    id,
    issuerNif: issuerNif ?? null,
    notBefore: notBefore.getTime(),
    notAfter: notAfter.getTime(),
  };
}

export type StoredSecrets = Pick<SealedCertificate, 'issuerNif' | 'sealedPkcs12' | 'sealedPassphrase'> & {
  readonly organizationId: number;
  readonly isRemoved: boolean;
};

/** Returns the certificates in use of which nobody recorded what they can sign. */
export async function listUnread(
  em: EntityManager,
): Promise<(SealedCertificate & { readonly id: number; readonly organizationId: number })[]> {
  const found = await em.find(CertificateRow, { signing: null, removedAt: null });
  return found.map(({ issuerNif = null, ...row }) => ({ ...row, issuerNif }));
}

/** Records what a certificate can sign, unless another worker did. */
export async function storeSigning(em: EntityManager, id: number, signing: StoredSigning): Promise<void> {
  await em.nativeUpdate(CertificateRow, { id, signing: null, removedAt: null }, { signing });
}

/** Returns the ids of the certificates whose bytes were not erased, including removed ones. */
export async function listSealed(em: EntityManager): Promise<number[]> {
  const found = await em.find(CertificateRow, { erasedAt: null }, { fields: ['id'], orderBy: { id: 'asc' } });
  return found.map(({ id }) => id);
}

/** Reads the stored secrets of a certificate. Returns null when its bytes have been erased. */
export async function readSealed(em: EntityManager, id: number): Promise<StoredSecrets | null> {
  return toSecrets(await em.findOne(CertificateRow, { id, erasedAt: null }));
}

/** Locks a certificate until the transaction ends. Returns null when its bytes have been erased. */
export async function lockSealed(em: EntityManager, id: number): Promise<StoredSecrets | null> {
  const lockMode = LockMode.PESSIMISTIC_WRITE;
  return toSecrets(await em.findOne(CertificateRow, { id, erasedAt: null }, { lockMode }));
}

function toSecrets(row: InferEntity<typeof CertificateRow> | null): StoredSecrets | null {
  if (row === null) return null;
  const { organizationId, issuerNif = null, sealedPkcs12, sealedPassphrase, removedAt } = row;
  return { organizationId, issuerNif, sealedPkcs12, sealedPassphrase, isRemoved: Boolean(removedAt) };
}

/** Replaces the secrets of a certificate by the same secrets sealed with another key. */
export async function replaceSealed(
  em: EntityManager,
  id: number,
  sealed: Pick<SealedCertificate, 'sealedPkcs12' | 'sealedPassphrase'>,
): Promise<void> {
  await em.nativeUpdate(CertificateRow, { id }, sealed);
}

/**
 * Removes a certificate, which is then no longer selected.
 * @returns false when no certificate has this id.
 */
export async function removeCertificate(
  em: EntityManager,
  organizationId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  return (
    (await em.nativeUpdate(CertificateRow, { id, organizationId, removedAt: null }, { removedAt: now })) === 1
  );
}

/** Returns whether an organization had a certificate with this id that was removed. */
export async function isCertificateRemoved(
  em: EntityManager,
  organizationId: number,
  id: number,
): Promise<boolean> {
  return (await em.count(CertificateRow, { id, organizationId, removedAt: { $ne: null } })) === 1;
}
