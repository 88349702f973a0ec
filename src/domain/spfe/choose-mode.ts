import type { SpfeBasis, SpfeChannel, SpfeMode } from '../../contracts/spfe.ts';
import { findDecision } from '../registers/choose-register.ts';

/** What an operator decided for an issuer. It holds until the next decision for the same issuer. */
export type SpfeDecision = {
  readonly issuerNif: string;
  readonly mode: SpfeMode;
  /** Null if nothing is delivered. */
  readonly channel: SpfeChannel | null;
  readonly basis: SpfeBasis;
  /** The first issue date for which it holds, `YYYY-MM-DD`. */
  readonly validFrom: string;
};

/** What decides how the invoices of an organization are delivered to the SPFE. */
export type SpfeRules = {
  /** The decisions for its issuers, in any order, one for each issuer and date. */
  readonly spfe: readonly SpfeDecision[];
  /**
   * Whether recipients who are natural persons, and of whom no invoice says it, act as businesses
   * or professionals; null if nobody decided it.
   */
  readonly arePersonsBusinesses: boolean | null;
};

/** A decision by which invoices are delivered, or prepared for it. */
export type DeliveringDecision = SpfeDecision & {
  readonly mode: 'prepare' | 'send';
  readonly channel: SpfeChannel;
};

/**
 * Returns the decision by which an invoice is delivered to the SPFE; null if it is not, because
 * nothing was decided or the mode is `off`.
 * @param issueDate `YYYY-MM-DD`.
 */
export function chooseDelivering(
  { spfe }: Pick<SpfeRules, 'spfe'>,
  issuerNif: string,
  issueDate: string,
): DeliveringDecision | null {
  const decision = findDecision(spfe, issuerNif, issueDate);
  return decision !== null && isDelivering(decision) ? decision : null;
}

/** Lists the issuers with decisions by which invoices are delivered. */
export function listDelivering({ spfe }: Pick<SpfeRules, 'spfe'>): string[] {
  return [...new Set(spfe.filter(isDelivering).map(({ issuerNif }) => issuerNif))];
}

const isDelivering = (decision: SpfeDecision): decision is DeliveringDecision => decision.channel !== null;
