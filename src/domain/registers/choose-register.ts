import type { Register, SettlementPeriod } from '../../contracts/registers.ts';

/*
 * A register is where records of issued invoices go at AEAT. Which one is decided by the issuer and
 * the issue date, because the duty arises when an invoice is issued (RD 1007/2023, art. 3.3; RIVA,
 * art. 62.6).
 */

/** What an operator decided for an issuer. It holds until the next decision for the same issuer. */
export type RegisterDecision = {
  readonly issuerNif: string;
  readonly register: Register;
  /** The settlement period of an issuer in SII; null for VeriFactu. */
  readonly period: SettlementPeriod | null;
  /** The first issue date for which it holds, `YYYY-MM-DD`. */
  readonly validFrom: string;
};

/** What decides the registers of the invoices of an organization. */
export type RegisterRules = {
  /** Whether the organization registers the invoices of issuers without a decision in VeriFactu. */
  readonly verifactu: boolean;
  /** The decisions for its issuers, in any order, one for each issuer and date. */
  readonly decisions: readonly RegisterDecision[];
};

/**
 * Returns the register of an invoice, or null if it is in none: the organization issues outside the
 * scope of the regulation, and its issuer is not in SII.
 * @param issueDate `YYYY-MM-DD`.
 */
export function chooseRegister(
  { verifactu, decisions }: RegisterRules,
  issuerNif: string,
  issueDate: string,
): Register | null {
  const decision = findDecision(decisions, issuerNif, issueDate);
  return decision?.register ?? (verifactu ? 'verifactu' : null);
}

/** Returns whether the register of an invoice was decided for its issuer. */
export function isDecided({ decisions }: RegisterRules, issuerNif: string, issueDate: string): boolean {
  return findDecision(decisions, issuerNif, issueDate) !== null;
}

/**
 * Returns the settlement period of an issuer in SII on the date of an operation. A period that
 * changes between an operation and its invoice is that of the operation (ops/adr/0083), and before
 * the first decision that of the first one.
 * @param date `YYYY-MM-DD`.
 */
export function findSettlementPeriod(
  { decisions }: RegisterRules,
  issuerNif: string,
  date: string,
): SettlementPeriod {
  const inSii = decisions.filter(({ register }) => register === 'sii');
  const first = inSii
    .filter((decision) => decision.issuerNif === issuerNif)
    .toSorted((a, b) => (a.validFrom < b.validFrom ? -1 : 1))[0];
  return findDecision(inSii, issuerNif, date)?.period ?? first?.period ?? 'month';
}

/**
 * Finds the newest decision for an issuer that holds on a date.
 * @param date `YYYY-MM-DD`.
 */
export function findDecision<Decision extends { readonly issuerNif: string; readonly validFrom: string }>(
  decisions: readonly Decision[],
  issuerNif: string,
  date: string,
): Decision | null {
  let newest: Decision | null = null;
  for (const decision of decisions)
    if (
      decision.issuerNif === issuerNif &&
      decision.validFrom <= date &&
      (newest === null || decision.validFrom > newest.validFrom)
    )
      newest = decision;
  return newest;
}
