import { nameSealingKey } from '../../../src/platform/secrets/seal-secret.ts';
import { chooseCertificate, judgeValidity } from '../../../src/domain/verifactu/choose-certificate.ts';
import type { CertificateSummary } from '../../../src/submit/statements/certificates.ts';
import { listOwners } from '../../../src/operate/certificates-in-use.ts';
import { formatDay } from '../print.ts';

/* What an operator is told of certificates: from when and until when, and which one AEAT is shown. */

const tell = (time: number) => new Date(time).toISOString();

/** The lines of `certificate list`. */
export function describeCertificates(certificates: readonly CertificateSummary[], now: Date): string[] {
  const inUse = new Set(listOwners(certificates, now).map((owner) => owner.inUse?.id));
  return certificates.map((certificate) => {
    const { id, organizationId, issuerNif, subject, isSeal, front, notBefore, notAfter } = certificate;
    const issuer = issuerNif === null ? 'all issuers' : `issuer ${issuerNif}`;
    const standing = inUse.has(id) ? ', IN USE' : STATUS_TEXTS[judgeValidity(certificate, now.getTime())];
    return `certificate ${id}  organization ${organizationId}  ${issuer}  ${subject}${isSeal ? ', a seal' : ''}  from ${formatDay(notBefore)} until ${formatDay(notAfter)}${standing}  sealed with the key ${nameSealingKey(front)}`;
  });
}

const STATUS_TEXTS = { early: ', NOT VALID YET', valid: ', a newer one is in use', ended: ', ENDED' };

/**
 * What becomes of a certificate that was added.
 * @param certificates of its organization, it among them.
 */
export function describeAdded(
  added: Pick<CertificateSummary, 'id'>,
  certificates: readonly CertificateSummary[],
  now: Date,
): string[] {
  const own = certificates.find(({ id }) => id === added.id);
  // Removed meanwhile.
  if (own === undefined) return [];
  const { subject, issuerNif, notBefore, notAfter } = own;
  const candidates = certificates.filter((each) => each.issuerNif === null || each.issuerNif === issuerNif);
  const inUse = chooseCertificate(candidates, now.getTime());
  const other = inUse === null ? null : `certificate ${inUse.id} (until ${tell(inUse.notAfter)})`;
  const line = `Certificate ${added.id}  ${subject}  valid from ${formatDay(notBefore)} until ${formatDay(notAfter)}`;
  switch (judgeValidity(own, now.getTime())) {
    case 'valid':
      return [line, '    It is in use from now on'];
    case 'ended':
      return [
        line,
        `    It has ended and is not used: ${other === null ? 'there is none that is valid now, and nothing is sent' : `${other} is`}`,
      ];
    case 'early':
      return [
        line,
        `    It is not valid before ${tell(notBefore)}; from then on it is used without an order. Until then ${other === null ? 'there is none that is valid, and nothing is sent' : `${other} is in use`}`,
        ...(inUse !== null && inUse.notAfter < notBefore
          ? [
              `    NOTHING IS SENT between ${tell(inUse.notAfter)} and ${tell(notBefore)} unless another one is added`,
            ]
          : []),
      ];
  }
}
