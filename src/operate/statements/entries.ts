import type { PastVersion } from '../../domain/sii/decide-correction.ts';
import type { BookPeriod } from '../../domain/sii/entry.ts';
import { findRules, type RequestRules } from '../../domain/reading/request-rules.ts';
import type { CorrectionAction } from '../../contracts/correction-input.ts';
import type { SiiKind } from '../../contracts/registers.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './entries.sql.ts';

/* Statements for corrections of entries in SII. They run rarely, for one invoice at a time. */

export type EntryVersion = PastVersion & {
  /** AEAT's message. */
  readonly message: string | null;
  readonly csv: string | null;
  /** Who ordered it, and why; null for the first version. */
  readonly orderedBy: string | null;
  readonly reason: string | null;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** Whether it declares the recipient as missing in AEAT's census. */
  readonly isRecipientOutsideCensus: boolean;
};

/** Returns the versions of the entry of an invoice in their order; none if it is not in SII. */
export async function listVersions(connection: Connection, id: number): Promise<EntryVersion[]> {
  const { rows } = await query(connection, sql.listEntryVersions(id));
  return rows.map(({ record, state, ...version }) => ({
    ...version,
    state: state as PastVersion['state'],
    isRecipientOutsideCensus: record.includes('<sii:IDType>07</sii:IDType>'),
  }));
}

/** What the record of an issued invoice depends on besides its document. */
export type Drafting = {
  readonly rules: RequestRules;
  /** `YYYY-MM-DD` of the one stored invoice that it names; null if it names none or several. */
  readonly rectifiedOperationDate: string | null;
  /** `YYYY-MM-DD` on which its issuer entered SII, if the invoice was issued before; otherwise null. */
  readonly enteredOn: string | null;
};

/** Reads what the record of an issued invoice depends on besides its document. */
export async function readDrafting(connection: Connection, id: number): Promise<Drafting> {
  const { version, ...drafting } = (await query(connection, sql.readDrafting(id))).rows[0]!;
  return { rules: findRules(version), ...drafting };
}

/** The version that a correction adds to an entry. */
export type NewVersion = BookPeriod & {
  readonly issuedInvoiceId: number;
  readonly version: number;
  readonly kind: SiiKind;
  /** The literal that is sent. */
  readonly record: string;
};

/** Adds a version that an operator orders by command. The caller records the act. */
export async function addVersion(
  connection: Connection,
  organizationId: number,
  { issuedInvoiceId, version, kind, fiscalYear, period, record }: NewVersion,
  { operator, reason }: { readonly operator: string; readonly reason: string },
  now: Date,
): Promise<void> {
  await query(
    connection,
    sql.addEntryVersion(
      organizationId,
      issuedInvoiceId,
      now,
      version,
      kind,
      fiscalYear,
      period,
      record,
      operator,
      reason,
    ),
  );
}

/**
 * Adds a version that an API key orders, with the act that names the key.
 * @param tokenHash hash of the token of a session of the key.
 * @returns false if the key lacks the right or the session has ended; then nothing is stored.
 */
export async function addKeyVersion(
  connection: Connection,
  tokenHash: Buffer,
  { action, reason }: { readonly action: CorrectionAction; readonly reason: string },
  { issuedInvoiceId, version, kind, fiscalYear, period, record }: NewVersion,
  now: Date,
): Promise<boolean> {
  const { rows } = await query(
    connection,
    sql.storeKeyEntryCorrection(
      tokenHash,
      now,
      action,
      reason,
      issuedInvoiceId,
      version,
      kind,
      fiscalYear,
      period,
      record,
    ),
  );
  return rows[0]!.stored;
}

/**
 * Adds the version of an order of the dashboard, with the act and the end of the order.
 * @returns false if another worker has ended the order; then nothing is stored.
 */
export async function addOrderedVersion(
  connection: Connection,
  orderId: number,
  { version, kind, fiscalYear, period, record }: NewVersion,
  now: Date,
): Promise<boolean> {
  const { rows } = await query(
    connection,
    sql.storeOrderedEntryCorrection(orderId, now, version, kind, fiscalYear, period, record),
  );
  return rows[0]!.stored;
}
