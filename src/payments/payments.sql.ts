/* Generated from payments.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../platform/postgres/statement.ts';
import { type RecordedMeans } from '../contracts/codes.ts';
import { type CollectionView } from '../contracts/v2/payments.ts';
import { type Text } from '../contracts/messages/texts.ts';

const statement = readStatements(import.meta.url);

export type ListPaymentsOfInvoiceRow = {
  readonly id: number;
  readonly invoiceId: number;
  readonly externalInvoiceId: string | null;
  readonly date: string;
  readonly amount: string;
  readonly currency: string;
  readonly means: RecordedMeans;
  readonly account: string | null;
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
  readonly isFinanced: boolean | null;
  readonly outstanding: string;
  readonly reverses: number | null;
  readonly reversedBy: number | null;
  readonly sii: CollectionView | null;
  readonly recordedAt: string;
  readonly ordinal: number;
  readonly place: number | null;
};

/** Lists the payments of an invoice, the last first, before one of their ordinals. */
export const listPaymentsOfInvoice: Statement<
  [
    organizationId: number | bigint,
    invoiceId: number | bigint,
    before: number | bigint,
    most: number | bigint,
  ],
  ListPaymentsOfInvoiceRow
> = statement('listPaymentsOfInvoice');

export type ListPaymentsRow = ListPaymentsOfInvoiceRow;

/** Lists the payments of all invoices of an organization, the last first, before one of their ids. */
export const listPayments: Statement<
  [organizationId: number | bigint, before: number | bigint, most: number | bigint],
  ListPaymentsRow
> = statement('listPayments');

export type GetPaymentRow = ListPaymentsOfInvoiceRow;

/** Returns a payment of an organization. */
export const getPayment: Statement<[organizationId: number | bigint, id: number | bigint], GetPaymentRow> =
  statement('getPayment');

export type ListPaymentsOfRequestRow = ListPaymentsOfInvoiceRow;

/** Lists the payments that a request recorded, by their places in it. */
export const listPaymentsOfRequest: Statement<
  [organizationId: number | bigint, key: string],
  ListPaymentsOfRequestRow
> = statement('listPaymentsOfRequest');

export type FindPaymentRequestRow = {
  readonly sha256: Buffer;
};

/** Finds what a request with an Idempotency-Key that recorded payments asked for. */
export const findPaymentRequest: Statement<
  [organizationId: number | bigint, key: string],
  FindPaymentRequestRow
> = statement('findPaymentRequest');

export type FindPaidInvoicesRow = {
  readonly id: number;
  readonly isIssued: boolean;
  readonly processingError: Text | null;
  readonly isAnnulled: boolean;
  readonly archivedMonth: string | null;
  readonly isInSii: boolean;
  readonly payments: number;
  readonly outstanding: string | null;
  readonly uncollected: string;
};

/** Finds what became of invoices and of their payments. An id without an invoice of the organization has no row. */
export const findPaidInvoices: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindPaidInvoicesRow
> = statement('findPaidInvoices');

export type RecordPaymentsRow = {
  readonly outcome: 'done' | 'forbidden' | 'reused';
};

/** Records payments for an API key. Fails with unique_violation if another request was faster. */
export const recordPayments: Statement<
  [tokenHash: Uint8Array, now: Date, key: string, sha256: Uint8Array, payments: string],
  RecordPaymentsRow
> = statement('recordPayments');

export type ReversePaymentRow = {
  readonly outcome: 'done' | 'known' | 'forbidden' | 'unknown' | 'counter_entry' | 'many';
  readonly counterEntry: number | null;
};

/** Cancels a payment by a counter-entry for an API key. */
export const reversePayment: Statement<
  [tokenHash: Uint8Array, now: Date, id: number | bigint, day: string | null, lastDay: string | null],
  ReversePaymentRow
> = statement('reversePayment');
