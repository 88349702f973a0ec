import type { CorrectionAction } from '../../contracts/correction-input.ts';
import type { SiiKind, SiiState } from '../../contracts/registers.ts';
import type { BookPeriod } from './entry.ts';

/*
 * Corrections of an entry in SII. Each is a version that replaces the one before it: A0 adds the
 * entry, A1 replaces what AEAT has, and baja withdraws it (AEAT's FAQ of SII, 2.6 and 2.11).
 */

/** A version of an entry, with AEAT's answer. */
export type PastVersion = BookPeriod & {
  readonly version: number;
  readonly kind: SiiKind;
  /** Null if AEAT has not answered it. */
  readonly state: Exclude<SiiState, 'pending' | 'sent'> | null;
  readonly code: number | null;
};

/** The version that corrects an entry. */
export type NextVersion =
  | { readonly kind: 'A0' | 'A1' }
  /** PeriodoLiquidacion of a baja must be that of the last movement (AEAT 3019). */
  | { readonly kind: 'baja'; readonly period: BookPeriod };

/** Why an entry cannot be corrected as ordered; each is the code of a message. */
export type RefusalReason =
  | 'entry_not_answered'
  | 'entry_accepted'
  | 'entry_withdrawn'
  | 'withdrawal_refused'
  | 'number_of_another_entry';

export type EntryRefusal = { readonly kind: 'refused'; readonly reason: RefusalReason };

/** AEAT has another entry with the issuer, number and date. */
const DUPLICATE = 3000;
/** AEAT has no entry that an A1 or a baja could change. */
const UNKNOWN_ENTRY = 3002;

/**
 * Decides how the entry of an invoice is corrected.
 * @param versions all of them, in their order; at least one.
 */
export function decideEntryCorrection(
  versions: readonly PastVersion[],
  action: CorrectionAction,
): NextVersion | EntryRefusal {
  const last = versions.at(-1)!;
  if (last.state === null) return refuse('entry_not_answered');
  if (last.state === 'withdrawn') return refuse('entry_withdrawn');
  if (last.kind === 'baja')
    return action === 'annul'
      ? refuse('withdrawal_refused')
      : { kind: 'baja', period: lastMovement(versions) };
  if (action === 'annul') {
    // A baja of a number that somebody else has in AEAT's book would withdraw that entry.
    if (last.state === 'rejected' && last.code === DUPLICATE) return refuse('number_of_another_entry');
    return { kind: 'baja', period: lastMovement(versions) };
  }
  if (last.state === 'accepted') return refuse('entry_accepted');
  if (last.state === 'accepted_with_errors') return { kind: 'A1' };
  return { kind: last.kind === 'A1' && last.code !== UNKNOWN_ENTRY ? 'A1' : 'A0' };
}

const refuse = (reason: RefusalReason): EntryRefusal => ({ kind: 'refused', reason });

/** Returns the period of the newest version that AEAT registered; without one that of the newest. */
function lastMovement(versions: readonly PastVersion[]): BookPeriod {
  const registered = versions.findLast(
    ({ kind, state }) => kind !== 'baja' && (state === 'accepted' || state === 'accepted_with_errors'),
  );
  const { fiscalYear, period } = registered ?? versions.at(-1)!;
  return { fiscalYear, period };
}
