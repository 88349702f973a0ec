import type { CorrectionAction } from '../../contracts/correction-input.ts';
import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import type { IssuerDetails } from '../../contracts/issuer-profile.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import type { PastRecord } from 'verifactu-protocol/remission/decide-correction';
import type { Connection } from '../../platform/postgres/database.ts';
import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { NewRecord } from '../../issue/statements/issuing.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { query } from '../../platform/postgres/statement.ts';
import { findReferenceTerm } from '../../platform/postgres/search-terms.ts';
import * as sql from './operating.sql.ts';

/* Statements for corrections of issued invoices. They run rarely, for one invoice at a time. */

export type IssuedInvoice = InvoiceIdentity & {
  readonly organizationId: number;
  readonly total: string;
  /** Whether its signed Facturae is stored. */
  readonly isSigned: boolean;
  readonly document: InvoiceDocument;
};

/** Returns an issued invoice, or null if there is none with this id. */
export async function findIssuedInvoice(connection: Connection, id: number): Promise<IssuedInvoice | null> {
  const { rows } = await query(connection, sql.findIssuedInvoice(id));
  const [row] = rows;
  if (row === undefined) return null;
  const place = { invoiceId: id };
  const documentOf = await readLiterals(connection, 'documents', [place]);
  return { ...row, document: readDocument(documentOf(place)) };
}

/**
 * Returns the profile that the issuer of an issued invoice had at the time of issue, or null if it
 * had none.
 */
export async function readFrozenProfile(connection: Connection, id: number): Promise<IssuerDetails | null> {
  const { rows } = await query(connection, sql.readFrozenProfile(id));
  return rows[0]?.profile ?? null;
}

/**
 * Returns the numbers of at most six invoices that correct or replace an issued one and are not
 * annulled, newest first.
 */
export async function listLiveCorrections(
  connection: Connection,
  id: number,
  invoice: IssuedInvoice,
): Promise<string[]> {
  const statement = sql.listLiveCorrections(id, invoice.organizationId, findReferenceTerm(invoice));
  const { rows } = await query(connection, statement);
  return rows.map(({ number }) => number);
}

export type InvoiceRecord = PastRecord & {
  readonly chainId: number;
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly generatedAt: number;
  /** AEAT's message. */
  readonly message: string | null;
  /** CSV of the message that brought the answer. */
  readonly csv: string | null;
  /** Reason for a correction, and its operator. */
  readonly reason: string | null;
  readonly operator: string | null;
  /** Whether it declares the recipient as missing in AEAT's census. */
  readonly isRecipientOutsideCensus: boolean;
};

/** Returns the registration records of an invoice in the order of their chain. */
export async function listInvoiceRecords(connection: Connection, id: number): Promise<InvoiceRecord[]> {
  const { rows } = await query(connection, sql.listInvoiceRecords(id));
  const literals = rows.map(({ xml }) => ({ literal: xml, invoiceId: id }));
  const literalOf = await readLiterals(connection, 'records', literals);
  return rows.map(({ xml, ...record }) => ({
    ...record,
    isRecipientOutsideCensus: literalOf({ literal: xml, invoiceId: id }).includes(
      '<si:IDType>07</si:IDType>',
    ),
  }));
}

export type NewCorrection = {
  readonly record: NewRecord & {
    readonly kind: PastRecord['kind'];
    /** One RegistroAlta or RegistroAnulacion element, stored in the row. */
    readonly xml: string;
  };
  readonly kind: 'subsanacion' | 'anulacion';
  readonly reason: string;
};

/**
 * Stores a correction that an API key orders: its record, the moved head of its chain and the act
 * that names the key. The caller holds the lock of the chain.
 * @param tokenHash hash of the token of a session of the key.
 * @returns false if the key lacks the right or the session has ended; then nothing is stored.
 */
export async function storeKeyCorrection(
  connection: Connection,
  tokenHash: Buffer,
  action: CorrectionAction,
  { record, kind, reason }: NewCorrection,
  now: Date,
): Promise<boolean> {
  const { chainId, sequence, issuedInvoiceId, previousHash, hash, xml } = record;
  const { rows } = await query(
    connection,
    sql.storeCorrection(
      tokenHash,
      now,
      action,
      kind,
      reason,
      chainId,
      sequence,
      issuedInvoiceId,
      previousHash,
      hash,
      xml,
    ),
  );
  return rows[0]!.stored;
}
