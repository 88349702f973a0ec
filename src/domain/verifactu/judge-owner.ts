import type { ConsultedRecord } from './answer.ts';

/** A registration record of ours, by what AEAT's register shows of it. */
export type OwnRecord = { readonly externalReference: string; readonly hash: string };

/** What of ours a record in AEAT's register may be. */
export type OwnMarks = {
  /** NumeroInstalacion of the chains that the organization has or had for the issuer. */
  readonly installationNumbers: readonly string[];
  /** Our records of the invoice. */
  readonly records: readonly OwnRecord[];
};

/**
 * Whose the record is that AEAT's register has of an invoice. The huella alone does not tell: the first records of two chains with the same
 * data in the same second have the same one. The installation does, or RefExterna with the huella, where AEAT leaves the installation out.
 */
export function judgeOwner(
  { installationNumber, externalReference, hash }: ConsultedRecord,
  { installationNumbers, records }: OwnMarks,
): 'ours' | 'foreign' | 'untold' {
  if (installationNumber !== null)
    return installationNumbers.includes(installationNumber) ? 'ours' : 'foreign';
  if (externalReference === null || hash === null) return 'untold';
  const isOurs = records.some((own) => own.externalReference === externalReference && own.hash === hash);
  return isOurs ? 'ours' : 'foreign';
}
