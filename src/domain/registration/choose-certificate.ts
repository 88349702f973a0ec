/*
 * Chooses the certificate for AEAT, which accepts only one that is valid at that moment. A newer
 * certificate that is not valid yet, or has expired, never replaces a valid one.
 */

/**
 * The properties of a certificate that decide. `notBefore` and `notAfter` are inclusive (RFC 5280,
 * 4.1.2.5), in milliseconds since 1970.
 */
export type Validity = {
  /** A higher id is a newer certificate. */
  readonly id: number;
  /** null if it serves every issuer of the organization. */
  readonly issuerNif: string | null;
  readonly notBefore: number;
  readonly notAfter: number;
};

/** Returns whether a certificate is not valid yet, valid or expired at a time. */
export function judgeValidity({ notBefore, notAfter }: Validity, now: number): 'early' | 'valid' | 'ended' {
  if (now < notBefore) return 'early';
  return now <= notAfter ? 'valid' : 'ended';
}

/**
 * Returns the certificates that are valid now, in the order of preference: an issuer's own before
 * those for all issuers, then the newest.
 * @param certificates the certificates that the issuer may use, in any order.
 */
export function rankCertificates<T extends Validity>(certificates: readonly T[], now: number): T[] {
  return certificates
    .filter((each) => judgeValidity(each, now) === 'valid')
    .toSorted((a, b) => Number(a.issuerNif === null) - Number(b.issuerNif === null) || b.id - a.id);
}

/** Chooses the preferred certificate of those that are valid now; null if none is. */
export function chooseCertificate<T extends Validity>(certificates: readonly T[], now: number): T | null {
  return rankCertificates(certificates, now)[0] ?? null;
}

/** Finds the certificate that becomes valid next. @returns null if there is none. */
function findNext<T extends Validity>(certificates: readonly T[], now: number): T | null {
  const [first] = certificates
    .filter((each) => judgeValidity(each, now) === 'early')
    .toSorted((a, b) => a.notBefore - b.notBefore || b.id - a.id);
  return first ?? null;
}

/** Finds the certificate that expired last. @returns null if none has expired. */
function findLast<T extends Validity>(certificates: readonly T[], now: number): T | null {
  const [first] = certificates
    .filter((each) => judgeValidity(each, now) === 'ended')
    .toSorted((a, b) => b.notAfter - a.notAfter || b.id - a.id);
  return first ?? null;
}

type Owned = Validity & { readonly organizationId: number };

/** The certificates of one owner: an issuer of an organization, or all of its issuers. */
type Owner<T> = {
  /** Certificate that is used now; null if none is valid. */
  readonly inUse: T | null;
  /**
   * Certificate whose expiry is reported: the one in use, otherwise the last one that was valid;
   * null if none was ever valid.
   */
  readonly watched: T | null;
  /** Certificate that becomes valid next. */
  readonly next: T | null;
};

/** Determines for each owner which of its certificates is presented to AEAT now. */
export function listOwners<T extends Owned>(certificates: readonly T[], now: Date): Owner<T>[] {
  const time = now.getTime();
  const owners = Map.groupBy(certificates, (each) => `${each.organizationId} ${each.issuerNif}`);
  return [...owners.values()].map((own) => {
    const inUse = chooseCertificate(own, time);
    return { inUse, watched: inUse ?? findLast(own, time), next: findNext(own, time) };
  });
}

/**
 * Explains to operators why no certificate can be used.
 * @param certificates at least one; none of them is valid now.
 */
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
