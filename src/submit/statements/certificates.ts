import type { Validity } from '../../domain/verifactu/choose-certificate.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { statementsBeside } from '../../platform/postgres/statement.ts';

const loadStatement = statementsBeside(import.meta.url);

const INSERT_CERTIFICATE = loadStatement('insert-certificate');
const FIND_CERTIFICATES = loadStatement('find-certificates');
const LIST_CERTIFICATES = loadStatement('list-certificates');

export type SealedCertificate = {
  /** null: for every issuer of the organization. */
  readonly issuerNif: string | null;
  readonly sealedPkcs12: Buffer;
  readonly sealedPassphrase: Buffer;
  /** A sello de entidad, which AEAT takes at an address of its own. */
  readonly isSeal: boolean;
};

export type NewCertificate = SealedCertificate & {
  readonly subject: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly createdAt: Date;
};

/** Adds a certificate, valid now or not. @returns its id. */
export async function insertCertificate(
  connection: Connection,
  organizationId: number,
  certificate: NewCertificate,
): Promise<number> {
  const { issuerNif, sealedPkcs12, sealedPassphrase, subject, notBefore, notAfter, createdAt, isSeal } =
    certificate;
  const { rows } = await connection.query<{ id: number }>({
    ...INSERT_CERTIFICATE,
    values: [
      organizationId,
      issuerNif,
      sealedPkcs12,
      sealedPassphrase,
      subject,
      notBefore,
      notAfter,
      createdAt,
      isSeal,
    ],
  });
  return rows[0]!.id;
}

/** The certificates that AEAT may be shown for an issuer, valid or not, in no order: its own and those for all issuers. */
export async function findCertificates(
  connection: Connection,
  organizationId: number,
  issuerNif: string,
): Promise<(SealedCertificate & Validity)[]> {
  const { rows } = await connection.query<SealedCertificate & Validity>({
    ...FIND_CERTIFICATES,
    values: [organizationId, issuerNif],
  });
  return rows;
}

export type CertificateSummary = Validity & {
  readonly organizationId: number;
  readonly subject: string;
  readonly isSeal: boolean;
  /** Version and id of the key, as src/submit/aeat/seal-secret begins what it seals. */
  readonly front: Buffer;
};

/** The certificates of an organization (null: of all) that were not removed; of each issuer the newest first. */
export async function listCertificates(
  connection: Connection,
  organizationId: number | null,
): Promise<CertificateSummary[]> {
  const { rows } = await connection.query<CertificateSummary>({
    ...LIST_CERTIFICATES,
    values: [organizationId],
  });
  return rows;
}

export type StoredSecrets = Pick<SealedCertificate, 'issuerNif' | 'sealedPkcs12' | 'sealedPassphrase'> & {
  readonly organizationId: number;
  readonly isRemoved: boolean;
};

const SECRETS_OF = `select organization_id::float8 as "organizationId", issuer_nif as "issuerNif", sealed_pkcs12 as "sealedPkcs12",
  sealed_passphrase as "sealedPassphrase", removed_at is not null as "isRemoved" from certificates`;

/** Every certificate whose bytes were not erased, removed ones too. */
export async function listSealed(connection: Connection): Promise<number[]> {
  const { rows } = await connection.query<{ id: number }>(
    'select id::float8 as id from certificates where erased_at is null order by id',
  );
  return rows.map(({ id }) => id);
}

/** The secrets of a certificate as they lie there; null where its bytes were erased meanwhile. */
export async function readSealed(connection: Connection, id: number): Promise<StoredSecrets | null> {
  const { rows } = await connection.query<StoredSecrets>(
    `${SECRETS_OF} where id = $1 and erased_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/** Holds a certificate until the transaction ends; null where its bytes were erased meanwhile. */
export async function lockCertificate(connection: Connection, id: number): Promise<StoredSecrets | null> {
  const { rows } = await connection.query<StoredSecrets>(
    `${SECRETS_OF} where id = $1 and erased_at is null for update`,
    [id],
  );
  return rows[0] ?? null;
}

/** Puts the same secrets in their place, sealed with another key. */
export async function replaceSealed(
  connection: Connection,
  id: number,
  { sealedPkcs12, sealedPassphrase }: Pick<SealedCertificate, 'sealedPkcs12' | 'sealedPassphrase'>,
): Promise<void> {
  await connection.query('update certificates set sealed_pkcs12 = $2, sealed_passphrase = $3 where id = $1', [
    id,
    sealedPkcs12,
    sealedPassphrase,
  ]);
}

/** Removes a certificate: it is not chosen any more. @returns false when there is none with this id. */
export async function removeCertificate(
  connection: Connection,
  organizationId: number,
  id: number,
  now: Date,
): Promise<boolean> {
  const { rowCount } = await connection.query({
    name: 'remove-certificate',
    text: 'update certificates set removed_at = $3 where organization_id = $1 and id = $2 and removed_at is null',
    values: [organizationId, id, now],
  });
  return rowCount === 1;
}

/** Whether an organization had a certificate with this id, which was removed. */
export async function isCertificateRemoved(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<boolean> {
  const { rowCount } = await connection.query(
    'select from certificates where organization_id = $1 and id = $2 and removed_at is not null',
    [organizationId, id],
  );
  return rowCount === 1;
}
