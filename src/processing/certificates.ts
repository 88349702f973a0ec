import type { Pool } from 'pg';
import { type CertificateFacts, type Pkcs12, readPkcs12 } from '../aeat/certificate.ts';
import { openSecret, SealError, sealSecret } from '../aeat/seal-secret.ts';
import type { Order } from '../contracts/acts.ts';
import { recordAct } from '../persistence/acts.ts';
import { findCertificate, insertCertificate, listCertificates } from '../persistence/certificates.ts';
import { type Connection, withTransaction } from '../persistence/database.ts';
import type { Logger } from '../telemetry/logger.ts';

/** A certificate that cannot be used here and now. */
export class CertificateUnusable extends Error {
  override name = 'CertificateUnusable';
}

/**
 * Adds a certificate of an organization for one of its issuers, or for all (null), sealed, at an operator's word.
 * @param key of CERTIFICATE_KEY, 32 bytes.
 * @returns its id and what it says.
 * @throws CertificateError when the file cannot be used.
 */
export async function addCertificate(
  pool: Pool,
  key: Uint8Array,
  owner: {
    readonly organizationId: number;
    readonly issuerNif: string | null;
    readonly isSeal?: boolean;
  },
  { pkcs12, passphrase }: Pkcs12,
  order: Order,
  now: Date,
): Promise<CertificateFacts & { readonly id: number }> {
  const facts = readPkcs12(pkcs12, passphrase);
  const { organizationId, issuerNif, isSeal = false } = owner;
  const id = await withTransaction(pool, async (client) => {
    const subjectId = await insertCertificate(client, organizationId, {
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
    await recordAct(client, order, {
      act: 'certificate.add',
      organizationId,
      subjectId,
      details: { issuerNif, isSeal, notAfter: facts.notAfter.toISOString() },
    });
    return subjectId;
  });
  return { ...facts, id };
}

/**
 * Opens the certificate that AEAT is shown for an issuer; null when there is none.
 * @param keys those of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS; none where they are not set.
 * @throws CertificateUnusable when there is one that does not open.
 */
export async function openCertificate(
  connection: Connection,
  keys: readonly Uint8Array[],
  organizationId: number,
  issuerNif: string,
): Promise<(Pkcs12 & { readonly isSeal: boolean }) | null> {
  const found = await findCertificate(connection, organizationId, issuerNif);
  if (found === null) return null;
  if (keys.length === 0)
    throw new CertificateUnusable('CERTIFICATE_KEY is not set, but there are certificates');
  const open = (what: 'pkcs12' | 'passphrase', sealed: Buffer) =>
    openSecret(keys, sealed, nameSecret(what, organizationId, found.issuerNif));
  try {
    return {
      isSeal: found.isSeal,
      pkcs12: open('pkcs12', found.sealedPkcs12),
      passphrase: open('passphrase', found.sealedPassphrase).toString('utf8'),
    };
  } catch (error) {
    const why = error instanceof SealError ? `: ${error.message}` : '';
    throw new CertificateUnusable(
      `Certificate ${found.id} does not open with CERTIFICATE_KEY or CERTIFICATE_KEY_PREVIOUS${why}`,
      { cause: error },
    );
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

/** What a secret is and whose: needed to open it. */
export function nameSecret(
  what: 'pkcs12' | 'passphrase',
  organizationId: number,
  issuerNif: string | null,
): string {
  return `certificate ${organizationId} ${issuerNif ?? '*'} ${what}`;
}
