import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { readDocument } from '../../domain/invoice/stored-document.ts';
import type { PastRecord } from '../../domain/verifactu/decide-correction.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import type { NewRecord } from '../../issue/statements/issuing.ts';
import { readLiterals } from '../../platform/literals/read-literals.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './operating.sql.ts';

/* The statements of correcting what was issued: seldom, one invoice at a time, at an operator's word. */

export type IssuedInvoice = InvoiceIdentity & {
  readonly organizationId: number;
  readonly total: string;
  readonly document: InvoiceDocument;
};

/** An issued invoice; null when there is none with this id. */
export async function findIssuedInvoice(connection: Connection, id: number): Promise<IssuedInvoice | null> {
  const { rows } = await query(connection, sql.findIssuedInvoice(id));
  const [row] = rows;
  if (row === undefined) return null;
  const place = { invoiceId: id };
  const documentOf = await readLiterals(connection, 'documents', [place]);
  return { ...row, document: readDocument(documentOf(place)) };
}

/** Numbers of the invoices that correct or replace an issued one and are not annulled, the newest first: six at most. */
export async function listLiveCorrections(connection: Connection, id: number): Promise<string[]> {
  const { rows } = await query(connection, sql.listLiveCorrections(id));
  return rows.map(({ number }) => number);
}

export type InvoiceRecord = PastRecord & {
  readonly chainId: number;
  readonly hash: string;
  /** Milliseconds since 1970. */
  readonly generatedAt: number;
  /** AEAT's words. */
  readonly message: string | null;
  /** Of the message that brought the answer. */
  readonly csv: string | null;
  /** Of a correction: why, and who gave the order. */
  readonly reason: string | null;
  readonly operator: string | null;
  /** It tells the recipient as one that AEAT's census does not have. */
  readonly isRecipientOutsideCensus: boolean;
};

/** The registration records of an invoice, in the order of their chain. */
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
    /** One RegistroAlta or RegistroAnulacion element: the row holds it. */
    readonly xml: string;
  };
  readonly kind: 'subsanacion' | 'anulacion';
  readonly reason: string;
  readonly operator: string;
};

/** Stores a correction and its record. The caller holds the chain and moves it. */
export async function insertCorrection(
  connection: Connection,
  organizationId: number,
  { record, kind, reason, operator }: NewCorrection,
  now: Date,
): Promise<void> {
  const { chainId, sequence, issuedInvoiceId, previousHash, hash, xml } = record;
  await query(
    connection,
    sql.insertCorrectionRecord(
      organizationId,
      now,
      record.kind,
      chainId,
      sequence,
      issuedInvoiceId,
      previousHash,
      hash,
      xml,
    ),
  );
  await query(
    connection,
    sql.insertCorrection(organizationId, issuedInvoiceId, chainId, sequence, kind, reason, operator, now),
  );
}

/**
 * Stores the correction that an API key orders: its record, the moved head of its chain and the act that names the key. The caller holds the chain.
 * @param tokenHash of a session of the key.
 * @returns false when the key may not correct now, or the session has ended: then nothing is stored.
 */
export async function storeKeyCorrection(
  connection: Connection,
  tokenHash: Buffer,
  wish: 'annul' | 'resend',
  { record, kind, reason }: Omit<NewCorrection, 'operator'>,
  now: Date,
): Promise<boolean> {
  const { chainId, sequence, issuedInvoiceId, previousHash, hash, xml } = record;
  const { rows } = await query(
    connection,
    sql.storeCorrection(
      tokenHash,
      now,
      wish,
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
