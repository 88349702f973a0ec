import { buildFinding, type Finding } from '../reading/findings.ts';
import { DUPLICATE } from '../verifactu/answer-codes.ts';

/** An issued invoice that has a number. */
export type NumberOwner = {
  readonly id: number;
  /** `YYYY-MM-DD`. */
  readonly issueDate: string;
};

/**
 * Builds the finding of an invoice whose number another invoice of its issuer has in the same calendar year (RD 1619/2012, art. 6.1.a).
 * @param user which invoice has the number, in words.
 * @param isSameIdentity whether that one has the same issue date, too: AEAT refuses such a record (3000), and takes one of another date.
 */
export function refuseUsedNumber(user: string, isSameIdentity: boolean): Finding {
  const says = `is already used by ${user}: use a number that the issuer has not used in the same calendar year`;
  return buildFinding('number_serie', 'duplicate', says, isSameIdentity ? DUPLICATE : null);
}

/** Builds the finding of an invoice whose number an issued invoice has. @param issueDate of the invoice that is refused, `YYYY-MM-DD`. */
export function refuseTakenNumber(owner: NumberOwner, issueDate: string): Finding {
  return refuseUsedNumber(
    `issued invoice ${owner.id}, dated ${owner.issueDate}`,
    owner.issueDate === issueDate,
  );
}
