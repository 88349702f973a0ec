import type { EntityManager } from '../platform/postgres/open-database.ts';
import { CertificateUnusable, unseal } from './certificates.ts';
import { readSigning } from './judge-signing.ts';
import { listUnread, storeSigning } from './statements/certificates.ts';

/**
 * Records what the certificates can sign that were stored by a version which did not record it.
 * Those that no key opens are left for a worker with their key; `doctor` names them.
 * @param keys the values of CERTIFICATE_KEY and CERTIFICATE_KEY_PREVIOUS that are set.
 */
export async function recordSigning(em: EntityManager, keys: readonly Uint8Array[]): Promise<void> {
  for (const certificate of await listUnread(em)) {
    try {
      const opened = unseal(keys, certificate.organizationId, certificate);
      await storeSigning(em, certificate.id, await readSigning(opened));
    } catch (error) {
      if (!(error instanceof CertificateUnusable)) throw error;
    }
  }
}
