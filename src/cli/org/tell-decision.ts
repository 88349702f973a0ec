import type { About, Outcome } from '../../organizations/registers/make-decision.ts';
import { UsageError } from '../command-context.ts';

/* What the commands that decide about issuers have in common. */

/** A decision about an issuer, withdrawn or not. */
type Decided = {
  readonly issuerNif: string;
  readonly validFrom: string;
  readonly decidedBy: string;
  readonly reason: string | null;
  readonly decidedAt: number;
  readonly withdrawnAt: number | null;
};

/**
 * Describes a decision in a line: `B12345674  from 2027-01-01  SII, quarter, turnover  (decided
 * 2026-11-30 by root: reason)`.
 * @param what it says.
 */
export function describeDecision(decision: Decided, what: readonly (string | null)[]): string {
  const { issuerNif, validFrom, decidedBy, reason, decidedAt, withdrawnAt } = decision;
  const why = `decided ${new Date(decidedAt).toISOString()} by ${decidedBy}${reason === null ? '' : `: ${reason}`}`;
  const end = withdrawnAt === null ? '' : `; withdrawn ${new Date(withdrawnAt).toISOString()}`;
  return `${issuerNif}  from ${validFrom}  ${what.filter((part) => part !== null).join(', ')}  (${why}${end})`;
}

/**
 * Returns what a decision changes.
 * @param command of `org` that decides.
 * @throws UsageError if it was not made.
 */
export function requirePlan<P>(
  outcome: Outcome<P>,
  command: string,
  { issuerNif, validFrom }: Omit<About, 'isWithdrawal'>,
  describeContradiction: (plan: P) => string,
): P {
  if (outcome.kind === 'exists')
    throw new UsageError(
      `A decision about ${issuerNif} holds from ${validFrom} already; withdraw it first: npm run engine -- org ${command} ${issuerNif} --withdraw --from ${validFrom}`,
    );
  if (outcome.kind === 'missing')
    throw new UsageError(`No decision about ${issuerNif} holds from ${validFrom}`);
  if (outcome.kind === 'contradicts') throw new UsageError(describeContradiction(outcome.plan));
  return outcome.plan;
}
