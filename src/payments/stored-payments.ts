import type { Connection } from '../platform/postgres/database.ts';
import { queryAsOrganization, readAsOrganization } from '../platform/postgres/scoped-query.ts';
import * as sql from './payments.sql.ts';

/** A recorded payment, as answers show it. */
export type StoredPayment = sql.GetPaymentRow;
/** What became of an invoice and of its payments. */
export type PaidInvoice = sql.FindPaidInvoicesRow;

/** Who records or cancels payments: the hash of the session's token or of the API key. */
export type PaymentKey = { readonly organizationId: number; readonly tokenHash: Buffer };

/** A page of a list that has the last payment first. @param before only those before this place. */
export type PageOfPayments = { readonly before: number; readonly most: number };

/** Lists the payments of an invoice as a member of its organization; the place is the ordinal. */
export async function listPaymentsOfInvoice(
  connection: Connection,
  organizationId: number,
  invoiceId: number,
  { before, most }: PageOfPayments,
): Promise<StoredPayment[]> {
  const statement = sql.listPaymentsOfInvoice(organizationId, invoiceId, before, most);
  return (await readAsOrganization(connection, organizationId, statement)).rows;
}

/** Lists the payments of all invoices of an organization as a member of it; the place is the id. */
export async function listPayments(
  connection: Connection,
  organizationId: number,
  { before, most }: PageOfPayments,
): Promise<StoredPayment[]> {
  const statement = sql.listPayments(organizationId, before, most);
  return (await readAsOrganization(connection, organizationId, statement)).rows;
}

/** Returns a payment as a member of its organization; null if it has none with this id. */
export async function getPayment(
  connection: Connection,
  organizationId: number,
  id: number,
): Promise<StoredPayment | null> {
  const { rows } = await readAsOrganization(connection, organizationId, sql.getPayment(organizationId, id));
  return rows[0] ?? null;
}

/**
 * Finds the payments that an earlier request with the same Idempotency-Key recorded.
 * @returns null if there was none.
 */
export async function findRecorded(
  connection: Connection,
  organizationId: number,
  key: string,
): Promise<{ readonly sha256: Buffer; readonly byPlace: ReadonlyMap<number, StoredPayment> } | null> {
  const { rows } = await readAsOrganization(
    connection,
    organizationId,
    sql.findPaymentRequest(organizationId, key),
  );
  if (rows[0] === undefined) return null;
  const listed = await readAsOrganization(
    connection,
    organizationId,
    sql.listPaymentsOfRequest(organizationId, key),
  );
  return { sha256: rows[0].sha256, byPlace: new Map(listed.rows.map((row) => [row.place!, row])) };
}

/** Finds what became of invoices and of their payments, by their ids; without those that the organization has not. */
export async function findPaidInvoices(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, PaidInvoice>> {
  const statement = sql.findPaidInvoices(organizationId, ids);
  const { rows } = await readAsOrganization(connection, organizationId, statement);
  return new Map(rows.map((row) => [row.id, row]));
}

/** A payment that is stored, with its place in the request. Amounts are decimal strings. */
export type NewPayment = {
  readonly place: number;
  readonly invoice: number;
  readonly ordinal: number;
  readonly paid_on: string;
  readonly amount: string;
  readonly currency: string;
  readonly means: string;
  readonly account: string | null;
  readonly outstanding: string;
  /** What goes into the message that the invoice was collected; null if not stated. */
  readonly goods_received_on: string | null;
  readonly invoice_received_on: string | null;
  readonly is_financed: boolean | null;
  /** What SII is told of it; null if it is told nothing. */
  readonly collection: {
    readonly issuer_nif: string;
    readonly amount: string;
    readonly means: string;
    readonly due_by: string | null;
  } | null;
  /**
   * What the public solution of electronic invoices is told if nothing is left to pay after it; null if
   * it is told nothing.
   */
  readonly settlement: { readonly due_on: string | null } | null;
};

/**
 * Stores payments for an API key, whose right the database checks.
 * @throws a unique violation if another request was faster, with the same key or for the same invoice.
 */
export async function insertPayments(
  connection: Connection,
  { organizationId, tokenHash }: PaymentKey,
  request: { readonly key: string; readonly sha256: Buffer; readonly payments: readonly NewPayment[] },
  now: Date,
): Promise<sql.RecordPaymentsRow['outcome']> {
  const { key, sha256, payments } = request;
  const statement = sql.recordPayments(tokenHash, now, key, sha256, JSON.stringify(payments));
  return (await queryAsOrganization(connection, organizationId, statement)).rows[0]!.outcome;
}

/**
 * Cancels a payment by a counter-entry for an API key, whose right the database checks.
 * @param day of the counter-entry; null takes that of the payment.
 * @param lastDay on which SII may be told of it; null if it is not known.
 */
export async function insertCounterEntry(
  connection: Connection,
  { organizationId, tokenHash }: PaymentKey,
  id: number,
  day: string | null,
  lastDay: string | null,
  now: Date,
): Promise<sql.ReversePaymentRow> {
  const statement = sql.reversePayment(tokenHash, now, id, day, lastDay);
  return (await queryAsOrganization(connection, organizationId, statement)).rows[0]!;
}
