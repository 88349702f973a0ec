import { type CertificateFacts, type Pkcs12, readPkcs12 } from '../aeat/certificate.ts';
import { openSecret, sealSecret } from '../aeat/seal-secret.ts';
import { findCertificate, insertCertificate, listCertificates } from '../persistence/certificates.ts';
import type { Connection } from '../persistence/database.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A certificate that cannot be used here and now. */
export class CertificateUnusable extends Error {
  override name = 'CertificateUnusable';
}

/**
 * Adds a certificate of an organization for one of its issuers, or for all (null), sealed.
 * @param key of CERTIFICATE_KEY, 32 bytes.
 * @returns its id and what it says.
 * @throws CertificateError when the file cannot be used.
 */
export async function addCertificate(
  connection: Connection,
  key: Uint8Array,
  owner: {
    readonly organizationId: number;
    readonly issuerNif: string | null;
    readonly isSeal?: boolean;
  },
  { pkcs12, passphrase }: Pkcs12,
  now: Date,
): Promise<CertificateFacts & { readonly id: number }> {
  const facts = readPkcs12(pkcs12, passphrase);
  const { organizationId, issuerNif, isSeal = false } = owner;
  const id = await insertCertificate(connection, organizationId, {
    issuerNif,
    sealedPkcs12: sealSecret(key, pkcs12, nameSecret('pkcs12', organizationId, issuerNif)),
    sealedPassphrase: sealSecret(
      key,
      Buffer.from(passphrase, 'utf8'),
      nameSecret('passphrase', organizationId, issuerNif),
    ),
    subject: facts.subject,
    notBefore: facts.notBefore,
    notAfter: facts.notAfter,
    createdAt: now,
    isSeal,
  });
  return { ...facts, id };
}

/**
 * Opens the certificate that AEAT is shown for an issuer; null when there is none.
 * @param key null where CERTIFICATE_KEY is not set.
 * @throws CertificateUnusable when there is one that does not open.
 */
export async function openCertificate(
  connection: Connection,
  key: Uint8Array | null,
  organizationId: number,
  issuerNif: string,
): Promise<(Pkcs12 & { readonly isSeal: boolean }) | null> {
  const found = await findCertificate(connection, organizationId, issuerNif);
  if (found === null) return null;
  if (key === null) throw new CertificateUnusable('CERTIFICATE_KEY is not set, but there are certificates');
  const open = (what: 'pkcs12' | 'passphrase', sealed: Buffer) =>
    openSecret(key, sealed, nameSecret(what, organizationId, found.issuerNif));
  try {
    return {
      isSeal: found.isSeal,
      pkcs12: open('pkcs12', found.sealedPkcs12),
      passphrase: open('passphrase', found.sealedPassphrase).toString('utf8'),
    };
  } catch (error) {
    throw new CertificateUnusable(`Certificate ${found.id} does not open with CERTIFICATE_KEY`, {
      cause: error,
    });
  }
}

const DAY_MS = 24 * 3600 * 1000;
/** A new certificate takes an issuer some days to get. */
const WARN_DAYS = 30;

/** Warns of the certificates in use that end soon, or have ended. */
export async function warnOfCertificates(connection: Connection, logger: Logger, now: Date): Promise<void> {
  const inUse = new Map(
    // The newest of each owner comes first: the last one that is set stays.
    (await listCertificates(connection, null))
      .toReversed()
      .map((certificate) => [`${certificate.organizationId} ${certificate.issuerNif}`, certificate]),
  );
  for (const { id, organizationId, notAfter } of inUse.values()) {
    const daysLeft = Math.floor((notAfter - now.getTime()) / DAY_MS);
    if (daysLeft < WARN_DAYS) {
      logger.warn({ certificateId: id, organizationId, daysLeft }, 'A certificate for AEAT ends soon');
    }
  }
}

function nameSecret(what: 'pkcs12' | 'passphrase', organizationId: number, issuerNif: string | null): string {
  return `certificate ${organizationId} ${issuerNif ?? '*'} ${what}`;
}
