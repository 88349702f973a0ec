/*
 * Which certificate AEAT is shown. It takes only who shows one that is valid at that moment, whatever else lies there: a newer one that is not
 * valid yet, or has ended, takes nothing's place.
 */

/** What of a certificate decides. Both ends belong to its time (RFC 5280, 4.1.2.5); milliseconds since 1970. */
export type Validity = {
  /** The higher, the newer. */
  readonly id: number;
  /** null: for every issuer of the organization. */
  readonly issuerNif: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
};

/** How a certificate stands at a time. */
export function judgeValidity({ notBefore, notAfter }: Validity, now: number): 'early' | 'valid' | 'ended' {
  if (now < notBefore) return 'early';
  return now <= notAfter ? 'valid' : 'ended';
}

/**
 * Chooses of those that are valid now: an issuer's own before one for all issuers, the newest before older ones.
 * @param certificates those that an issuer may show, in any order.
 * @returns null where none is valid now.
 */
export function chooseCertificate<T extends Validity>(certificates: readonly T[], now: number): T | null {
  const [first] = certificates
    .filter((each) => judgeValidity(each, now) === 'valid')
    .toSorted((a, b) => Number(a.issuerNif === null) - Number(b.issuerNif === null) || b.id - a.id);
  return first ?? null;
}

/** The one whose time begins next; null where none is to come. */
export function findNext<T extends Validity>(certificates: readonly T[], now: number): T | null {
  const [first] = certificates
    .filter((each) => judgeValidity(each, now) === 'early')
    .toSorted((a, b) => a.notBefore - b.notBefore || b.id - a.id);
  return first ?? null;
}

/** The one whose time ended last; null where none has ended. */
export function findLast<T extends Validity>(certificates: readonly T[], now: number): T | null {
  const [first] = certificates
    .filter((each) => judgeValidity(each, now) === 'ended')
    .toSorted((a, b) => b.notAfter - a.notAfter || b.id - a.id);
  return first ?? null;
}

/** Why there is nothing that AEAT could be shown, for operators. @param certificates at least one; none of them valid now. */
export function explainNoneValid(certificates: readonly Validity[], now: number): string {
  const told = [findLast(certificates, now), findNext(certificates, now)].flatMap((each) =>
    each === null ? [] : [describeTime(each, now)],
  );
  return `No certificate is valid now: ${told.join('; ')}. Nothing is sent without one`;
}

function describeTime(certificate: Validity, now: number): string {
  const { id, notBefore, notAfter } = certificate;
  const is = judgeValidity(certificate, now) === 'early' ? 'will be' : 'was';
  return `certificate ${id} ${is} so from ${new Date(notBefore).toISOString()} until ${new Date(notAfter).toISOString()}`;
}
