import { type CertificateFacts, type Pkcs12, readPkcs12 } from 'verifactu-protocol/client/certificate';
import { unsealSecret, SealError, sealSecret } from '../platform/secrets/seal-secret.ts';
import type { Order } from '../contracts/acts.ts';
import { explainNoneValid, rankCertificates } from '../domain/registration/choose-certificate.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { readSigning } from './judge-signing.ts';
import { findCertificates, insertCertificate, type SealedCertificate } from './statements/certificates.ts';
import type { EntityManager, Orm } from '../platform/postgres/open-database.ts';

/** The certificate cannot be used at present. */
export class CertificateUnusable extends Error {
  override name = 'CertificateUnusable';
}

/** None of the certificates that could be used is valid at present. */
export class NoneValid extends CertificateUnusable {
  override name = 'NoneValid';
}

/**
 * Seals and stores a certificate of an organization for one of its issuers or for all (null), by
 * order of an operator.
 * @param key the 32 bytes of CERTIFICATE_KEY.
 * @returns the id and the data of the certificate.
 */
export async function addCertificate(
  orm: Orm,
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
  const signing = await readSigning({ pkcs12, passphrase });
  const { organizationId, issuerNif, isSeal = false } = owner;
  const id = await orm.em.fork().transactional(async (em) => {
    const subjectId = await insertCertificate(em, {
      organizationId,
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
      signing,
    });
    await recordAct(em, order, {
      act: 'certificate.add',
      organizationId,
      subjectId,
      details: {
        issuerNif,
        isSeal,
        notBefore: facts.notBefore.toISOString(),
        notAfter: facts.notAfter.toISOString(),
      },
    });
    return subjectId;
  });
  return { ...facts, id };
}

/** An opened certificate. */
export type Unsealed = Pkcs12 & { readonly isSeal: boolean };

/** A certificate that is valid now, still sealed. */
export type Usable = {
  readonly id: number;
  /** @throws CertificateUnusable when it cannot be opened. */
  open(): Unsealed;
};

/**
 * Returns the certificates of an issuer that are valid now, in the order of preference. The first
 * is presented to AEAT.
 * @param keys the values of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS; empty when they are not
 *   set.
 * @param issuerNif null for those of all issuers of the organization.
 * @returns null when the issuer has no certificate at all.
 * @throws NoneValid when no certificate is valid now.
 */
export async function listUsable(
  em: EntityManager,
  keys: readonly Uint8Array[],
  organizationId: number,
  issuerNif: string | null,
  now: Date,
): Promise<readonly Usable[] | null> {
  const certificates = await findCertificates(em, organizationId, issuerNif);
  if (certificates.length === 0) return null;
  const usable = rankCertificates(certificates, now.getTime());
  if (usable.length === 0) throw new NoneValid(explainNoneValid(certificates, now.getTime()));
  return usable.map((certificate) => ({
    id: certificate.id,
    open: () => unseal(keys, organizationId, certificate),
  }));
}

/**
 * Opens the certificate that is presented to AEAT for an issuer now. Returns null when there is
 * none.
 * @throws NoneValid when no certificate is valid now, and CertificateUnusable when the selected one
 *   cannot be opened.
 */
export async function unsealCertificate(
  em: EntityManager,
  keys: readonly Uint8Array[],
  organizationId: number,
  issuerNif: string,
  now: Date,
): Promise<Unsealed | null> {
  const usable = await listUsable(em, keys, organizationId, issuerNif, now);
  return usable && usable[0]!.open();
}

/** Opens a stored certificate. @throws CertificateUnusable */
export function unseal(
  keys: readonly Uint8Array[],
  organizationId: number,
  { id, issuerNif, isSeal, sealedPkcs12, sealedPassphrase }: SealedCertificate & { readonly id: number },
): Unsealed {
  if (keys.length === 0)
    throw new CertificateUnusable(
      'CERTIFICATE_KEY is not set, but the database contains certificates that need it',
    );
  const open = (what: 'pkcs12' | 'passphrase', sealed: Buffer) =>
    unsealSecret(keys, sealed, nameSecret(what, organizationId, issuerNif));
  try {
    const passphrase = open('passphrase', sealedPassphrase).toString('utf8');
    return { isSeal, pkcs12: open('pkcs12', sealedPkcs12), passphrase };
  } catch (error) {
    const why = error instanceof SealError ? `: ${error.message}` : '';
    throw new CertificateUnusable(
      `Certificate ${id} cannot be decrypted with CERTIFICATE_KEY or CERTIFICATE_KEY_PREVIOUS${why}`,
      { cause: error },
    );
  }
}

/** Builds the name of a secret from its kind and owner. The same name is required to open it. */
export function nameSecret(
  what: 'pkcs12' | 'passphrase',
  organizationId: number,
  issuerNif: string | null,
): string {
  return `certificate ${organizationId} ${issuerNif ?? '*'} ${what}`;
}
