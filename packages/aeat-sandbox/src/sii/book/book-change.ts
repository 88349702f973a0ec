import type { Content } from '../records/content.ts';
import type { BookId, Period } from '../records/invoice.ts';

/** The circumstances of a change. */
export type Movement = {
  readonly id: BookId;
  /** The number of the message in the log. */
  readonly message: number;
  readonly csv: string;
  readonly presenter: string;
  /** AEAT's time in milliseconds. */
  readonly at: number;
};

/** The alta of a record (A0), or what replaces it (A1). */
export type EntryChange = Movement & {
  readonly kind: 'entry';
  readonly communication: string;
  readonly lastNumber: string | null;
  readonly period: Period;
  /** FacturaExpedida. */
  readonly content: Content;
  /** The error with which it was accepted; null if there is none. */
  readonly code: number | null;
  readonly text: string | null;
};
/** The baja of a record. */
export type WithdrawalChange = Movement & { readonly kind: 'withdrawal'; readonly period: Period };
/** The cobros of an invoice of cash accounting. */
export type PaymentsChange = Movement & { readonly kind: 'payments'; readonly payments: readonly Content[] };

/**
 * The result of AEAT's matching with the book of the other party: EstadoCuadre 1 not applicable, 2 in
 * progress, 3 not matched, 4 partly, 5 matched.
 */
export type Matching = {
  readonly state: '1' | '2' | '3' | '4' | '5';
  /** The sums of the other party, by AEAT's names. */
  readonly other?: Readonly<Partial<Record<MatchedSum, string>>>;
};
export const MATCHED_SUMS = [
  'SumBaseImponibleISP',
  'SumBaseImponible',
  'SumCuota',
  'SumCuotaRecargoEquivalencia',
  'ImporteTotal',
] as const;
export type MatchedSum = (typeof MATCHED_SUMS)[number];
export type MatchingChange = {
  readonly kind: 'matching';
  readonly id: BookId;
  readonly matching: Matching;
  readonly at: number;
};

export type BookChange = EntryChange | WithdrawalChange | PaymentsChange | MatchingChange;
