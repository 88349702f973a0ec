import { nameSealingKey } from '../../platform/secrets/seal-secret.ts';
import {
  chooseCertificate,
  judgeValidity,
  listOwners,
} from '../../domain/registration/choose-certificate.ts';
import type { CertificateSummary } from '../../remit/statements/certificates.ts';
import { formatDay } from '../print.ts';

/* Describes certificates for operators: their validity, and which one the engine uses for AEAT. */

const formatTime = (time: number) => new Date(time).toISOString();

/** Returns the lines of `certificate list`. */
export function describeCertificates(certificates: readonly CertificateSummary[], now: Date): string[] {
  const inUse = new Set(listOwners(certificates, now).map((owner) => owner.inUse?.id));
  return certificates.map((certificate) => {
    const { id, organizationId, issuerNif, subject, isSeal, front, notBefore, notAfter } = certificate;
    const issuer = issuerNif === null ? 'all issuers' : `issuer ${issuerNif}`;
    const standing = inUse.has(id) ? ', IN USE' : STATUS_TEXTS[judgeValidity(certificate, now.getTime())];
    return `certificate ${id}  organization ${organizationId}  ${issuer}  ${subject}${isSeal ? ', a seal' : ''}  from ${formatDay(notBefore)} until ${formatDay(notAfter)}${standing}  sealed with the key ${nameSealingKey(front)}`;
  });
}

const STATUS_TEXTS = { early: ', NOT VALID YET', valid: ', a newer one is in use', ended: ', EXPIRED' };

/**
 * Describes the validity of a certificate that was added, and when it is used.
 * @param certificates all certificates of its organization, including the added one.
 */
export function describeAdded(
  added: Pick<CertificateSummary, 'id'>,
  certificates: readonly CertificateSummary[],
  now: Date,
): string[] {
  const own = certificates.find(({ id }) => id === added.id);
  // It was removed in the meantime.
  if (own === undefined) return [];
  const { subject, issuerNif, notBefore, notAfter } = own;
  const candidates = certificates.filter((each) => each.issuerNif === null || each.issuerNif === issuerNif);
  const inUse = chooseCertificate(candidates, now.getTime());
  const other = inUse === null ? null : `certificate ${inUse.id} (until ${formatTime(inUse.notAfter)})`;
  const line = `Certificate ${added.id}  ${subject}  valid from ${formatDay(notBefore)} until ${formatDay(notAfter)}`;
  switch (judgeValidity(own, now.getTime())) {
    case 'valid':
      return [line, '    It is in use from now on'];
    case 'ended':
      return [
        line,
        `    It has expired and is not used: ${other === null ? 'no valid certificate is left, and nothing is sent' : `${other} is in use`}`,
      ];
    case 'early':
      return [
        line,
        `    It is not valid before ${formatTime(notBefore)}; from then on it is used automatically. Until then ${other === null ? 'there is no valid certificate, and nothing is sent' : `${other} is in use`}`,
        ...(inUse !== null && inUse.notAfter < notBefore
          ? [
              `    NOTHING IS SENT between ${formatTime(inUse.notAfter)} and ${formatTime(notBefore)} unless another certificate is added`,
            ]
          : []),
      ];
  }
}
