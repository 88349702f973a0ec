import {
  nameKey,
  nameSealingKey,
  unsealSecret,
  SealError,
  sealSecret,
} from '../platform/secrets/seal-secret.ts';
import type { Order } from '../contracts/acts.ts';
import { recordAct } from '../platform/audit/operator-acts.ts';
import { lockSealed, replaceSealed } from '../remit/statements/certificates.ts';
import type { Orm } from '../platform/postgres/open-database.ts';
import { nameSecret } from '../remit/certificates.ts';

export type Resealed =
  | { readonly kind: 'resealed' }
  /** The current key has sealed it already, or there is no such certificate. */
  | { readonly kind: 'current' }
  /** None of the keys opens it. */
  | { readonly kind: 'closed'; readonly isRemoved: boolean; readonly why: string };

/**
 * Seals a certificate with the current key in one transaction. Workers that read it meanwhile get
 * either version.
 * @param keys the current key, followed by keys that may have sealed the certificate.
 */
export function resealCertificate(
  orm: Orm,
  keys: readonly [Uint8Array, ...Uint8Array[]],
  id: number,
  order: Order,
): Promise<Resealed> {
  const current = nameKey(keys[0]);
  return orm.em.fork().transactional(async (em) => {
    const stored = await lockSealed(em, id);
    if (stored === null) return { kind: 'current' };
    const { organizationId, issuerNif, sealedPkcs12, sealedPassphrase, isRemoved } = stored;
    const before = nameSealingKey(sealedPkcs12);
    const reseal = (what: 'pkcs12' | 'passphrase', sealed: Buffer) => {
      const context = nameSecret(what, organizationId, issuerNif);
      return sealSecret(keys[0], unsealSecret(keys, sealed, context), context);
    };
    try {
      const sealed = {
        sealedPkcs12: reseal('pkcs12', sealedPkcs12),
        sealedPassphrase: reseal('passphrase', sealedPassphrase),
      };
      // The certificate was opened nevertheless, because the name of the current key does not prove
      // that the key opens it.
      if (before === current && nameSealingKey(sealedPassphrase) === current) return { kind: 'current' };
      await replaceSealed(em, id, sealed);
    } catch (error) {
      if (error instanceof SealError) return { kind: 'closed', isRemoved, why: error.message };
      throw error;
    }
    await recordAct(em, order, {
      act: 'certificate.reseal',
      organizationId,
      subjectId: id,
      details: { from: before, to: current },
    });
    return { kind: 'resealed' };
  });
}
