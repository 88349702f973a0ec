import { nameSealingKey, unsealSecret, SealError } from '../platform/secrets/seal-secret.ts';
import { listCertificates, readSealed } from '../remit/statements/certificates.ts';
import type { EntityManager } from '../platform/postgres/open-database.ts';
import { nameSecret } from '../remit/certificates.ts';

export type ClosedCertificate = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string | null;
  readonly subject: string;
  /** Name of the key that sealed it. */
  readonly sealingKey: string;
};

/**
 * Lists the certificates that none of the keys opens, without removed ones. Each certificate is
 * opened for the test, because the key name alone does not prove that the key opens it.
 * @param keys CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS; without keys no certificate opens.
 */
export async function listClosedCertificates(
  em: EntityManager,
  keys: readonly Uint8Array[],
): Promise<ClosedCertificate[]> {
  const closed: ClosedCertificate[] = [];
  for (const { id, organizationId, issuerNif, subject, front } of await listCertificates(em, null)) {
    if (!(await opens(em, keys, id)))
      closed.push({ id, organizationId, issuerNif, subject, sealingKey: nameSealingKey(front) });
  }
  return closed;
}

async function opens(em: EntityManager, keys: readonly Uint8Array[], id: number): Promise<boolean> {
  const stored = await readSealed(em, id);
  if (stored === null || keys.length === 0) return false;
  const { organizationId, issuerNif, sealedPkcs12, sealedPassphrase } = stored;
  try {
    unsealSecret(keys, sealedPkcs12, nameSecret('pkcs12', organizationId, issuerNif));
    unsealSecret(keys, sealedPassphrase, nameSecret('passphrase', organizationId, issuerNif));
    return true;
  } catch (error) {
    if (error instanceof SealError) return false;
    throw error;
  }
}
