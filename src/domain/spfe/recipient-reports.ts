import { SPFE_REPORT_KINDS, type SpfeReportKind } from '../../contracts/spfe.ts';
import type { FoundEvent } from './messages/document-status.ts';

/** What holds of the reports of a recipient about an invoice. Days are `YYYY-MM-DD`. */
export type RecipientReport = {
  readonly kind: SpfeReportKind;
  /** The day of the payment or of the rejection. */
  readonly effectiveOn: string;
  readonly dueOn: string | null;
  /** Annex II, list 1: why the invoice was rejected. */
  readonly condition: string | null;
};

/** The events that undo those of each kind (Orden HAC/1028/2026, Annex II). */
const CANCELLATIONS: Readonly<Record<SpfeReportKind, string>> = {
  PAYMENT: 'CANCELPAYMENT',
  REJECTION: 'CANCELREJECTION',
};

/**
 * Returns what holds of the reports of a recipient: of each kind the last one that it has not undone.
 * @param events of an invoice, in the order of their registration; those of its issuer are ignored.
 */
export function readRecipientReports(events: readonly FoundEvent[]): RecipientReport[] {
  return SPFE_REPORT_KINDS.flatMap((kind) => {
    const last = events.findLast(({ code }) => code === kind || code === CANCELLATIONS[kind]);
    if (last === undefined || last.code !== kind || last.effectiveOn === null) return [];
    const { effectiveOn, dueOn, reason } = last;
    return [{ kind, effectiveOn, dueOn, condition: kind === 'REJECTION' ? shorten(reason) : null }];
  });
}

/** The codes of the list have two characters. */
const shorten = (reason: string | null) => (reason !== null && reason.length <= 2 ? reason : null);
