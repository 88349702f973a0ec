import type { InvoiceIdentity } from '../../domain/invoice/invoice-identity.ts';
import type { InvoiceType } from '../../contracts/codes.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { listColumns, type PlacedBlock } from '../../platform/literals/build-block.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/*
 * The statements of issuing a batch. Each is one round trip, whatever the number of invoices.
 */

/** Shows the batch as being processed. Changes nothing when it is already, or ended, or its organization is paused. */
export async function claimBatch(connection: Connection, batchId: number): Promise<void> {
  await query(connection, sql.claimBatch(batchId));
}

export type UnfinishedBatch = {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly verifactu: boolean;
  /** By an operator: nothing of it is issued. */
  readonly isPaused: boolean;
  /** Other transactions hold all chains of its organization: whatever is in it, it can only wait. Null where what is in it tells which it needs. */
  readonly areChainsHeld: boolean | null;
  /** Issuers that have a chain in its organization: all where they are few, else some. */
  readonly issuersWithChain: readonly string[];
  /** The raw body, compressed (src/platform/literals/stored-body.ts). */
  readonly body: Buffer;
  /** Positions of the invoices that failed already. */
  readonly failed: readonly number[];
};

/** A batch and its body, or null when it has ended or never was. */
export async function readBatch(connection: Connection, batchId: number): Promise<UnfinishedBatch | null> {
  const { rows } = await query(connection, sql.readBatch(batchId));
  return rows[0] ?? null;
}

/** What issuing the batches takes that an organization's batch waits for, in ordinary invoices; of many the nearest. */
export async function sumWorkAhead(
  connection: Connection,
  { organizationId }: Pick<UnfinishedBatch, 'organizationId'>,
  batchId: number,
): Promise<number> {
  const { rows } = await query(connection, sql.sumWorkAhead(organizationId, batchId));
  return rows[0]!.workAhead;
}

/** Holds the batch until the transaction ends. @returns false when it has ended. */
export async function lockBatch(connection: Connection, batchId: number): Promise<boolean> {
  const { rowCount } = await query(connection, sql.lockBatch(batchId));
  return rowCount === 1;
}

/** Starts the chains that these issuers don't have yet. Outside the issuing transaction, so that it can't take part in a deadlock. */
export async function createChains(
  connection: Connection,
  organizationId: number,
  issuerNifs: readonly string[],
  installationNumbers: readonly string[],
): Promise<void> {
  await query(connection, sql.createChains(organizationId, issuerNifs, installationNumbers));
}

export type ChainHead = {
  readonly id: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
  readonly lastInvoiceNumber: string | null;
  readonly lastIssueDate: string | null;
  readonly issuerProfileId: number | null;
  readonly chainsOfOrganization: number;
  /** AEAT answered every record up to this one. */
  readonly remittedSequence: number;
};

/**
 * Holds the chains of these issuers, in a fixed order, until the transaction ends. An issuer without a chain gets no head.
 * @throws what `isLockTimeout` tells, where another transaction holds one of them: at once, or after the connection's time limit where it may wait.
 */
export async function lockChains(
  connection: Connection,
  organizationId: number,
  issuerNifs: readonly string[],
  { mayWait }: { readonly mayWait: boolean },
): Promise<ChainHead[]> {
  const lock = mayWait ? sql.lockChains : sql.lockFreeChains;
  const { rows } = await query(connection, lock(organizationId, issuerNifs));
  return rows;
}

/** Why nothing may be issued in chains that are held. */
export type Issuability = {
  /** false: it is not the one in use, or was restored or failed over, and nobody has marked its chains yet. */
  readonly isKnownDatabase: boolean;
  /** A backup was restored, or the database failed over, and AEAT may be ahead of one of them. */
  readonly isCompared: boolean;
  /** How long ago the newest comparison that has not ended became due, in ms; null where there is none. */
  readonly comparedFor: number | null;
  /** One of them sends nothing until an operator resumes it. */
  readonly isHalted: boolean;
};

/**
 * How the chains of these issuers stand, which `lockChains` holds, as of now and not of the moment when it began to wait for them.
 * @param activeLineage of the database that is in use; null where nobody knows.
 */
export async function readIssuability(
  connection: Connection,
  organizationId: number,
  issuerNifs: readonly string[],
  activeLineage: string | null,
): Promise<Issuability> {
  const { rows } = await query(connection, sql.readIssuability(organizationId, issuerNifs, activeLineage));
  return rows[0]!;
}

export type NewIssuedInvoice = InvoiceIdentity & {
  readonly id: number;
  readonly total: string;
  readonly issuerProfileId: number | null;
  readonly qrUrl: string | null;
  /** Of the document, in UTF-8. */
  readonly documentBytes: number;
  /** As in the document. */
  readonly type: InvoiceType;
  readonly issuerName: string;
  readonly operationDate: string | null;
  /** The issued invoice that it corrects (R1 to R5) or replaces (F3). */
  readonly rectifiedInvoiceId: number | null;
};

/** Stores issued invoices with the blocks of their documents, in one statement. */
export async function insertIssuedInvoices(
  connection: Connection,
  organizationId: number,
  issuedAt: Date,
  invoices: readonly NewIssuedInvoice[],
  blocks: readonly PlacedBlock[],
): Promise<void> {
  const [batchIds, parts, codecs, occupancies, hashes, contents] = listColumns(blocks);
  await query(
    connection,
    sql.insertIssuedInvoices(
      organizationId,
      issuedAt,
      encodeIntegers(invoices.map(({ id }) => id)),
      encodeTexts(invoices.map(({ issuerNif }) => issuerNif)),
      encodeTexts(invoices.map(({ number }) => number)),
      encodeTexts(invoices.map(({ issueDate }) => issueDate)),
      encodeTexts(invoices.map(({ total }) => total)),
      encodeIntegers(invoices.map(({ issuerProfileId }) => issuerProfileId)),
      encodeTexts(invoices.map(({ qrUrl }) => qrUrl)),
      encodeTexts(invoices.map(({ type }) => type)),
      encodeTexts(invoices.map(({ issuerName }) => issuerName)),
      encodeTexts(invoices.map(({ operationDate }) => operationDate)),
      encodeIntegers(invoices.map(({ documentBytes }) => documentBytes)),
      batchIds,
      parts,
      codecs,
      occupancies,
      hashes,
      contents,
      encodeIntegers(invoices.map(({ rectifiedInvoiceId }) => rectifiedInvoiceId)),
    ),
  );
}

export type NewRecord = {
  readonly chainId: number;
  readonly sequence: number;
  readonly issuedInvoiceId: number;
  readonly previousHash: string | null;
  readonly hash: string;
};

/** Stores the first records of issued invoices with the blocks of their XML, in one statement. */
export async function insertRegistrationRecords(
  connection: Connection,
  organizationId: number,
  generatedAt: Date,
  records: readonly NewRecord[],
  blocks: readonly PlacedBlock[],
): Promise<void> {
  const [batchIds, parts, codecs, occupancies, hashes, contents] = listColumns(blocks);
  await query(
    connection,
    sql.insertRegistrationRecords(
      organizationId,
      generatedAt,
      encodeIntegers(records.map(({ chainId }) => chainId)),
      encodeIntegers(records.map(({ sequence }) => sequence)),
      encodeIntegers(records.map(({ issuedInvoiceId }) => issuedInvoiceId)),
      encodeTexts(records.map(({ previousHash }) => previousHash)),
      encodeTexts(records.map(({ hash }) => hash)),
      batchIds,
      parts,
      codecs,
      occupancies,
      hashes,
      contents,
    ),
  );
}

export type MovedChain = {
  readonly id: number;
  readonly sequence: number;
  readonly hash: string;
  readonly number: string;
  readonly issueDate: string;
};

export async function moveChains(connection: Connection, chains: readonly MovedChain[]): Promise<void> {
  await query(
    connection,
    sql.moveChains(
      chains.map(({ id }) => id),
      chains.map(({ sequence }) => sequence),
      chains.map(({ hash }) => hash),
      chains.map(({ number }) => number),
      chains.map(({ issueDate }) => issueDate),
    ),
  );
}

/** Ends invoices with an error: id → what is wrong. */
export async function failBatchInvoices(
  connection: Connection,
  errors: ReadonlyMap<number, string>,
): Promise<void> {
  await query(connection, sql.failBatchInvoices([...errors.keys()], [...errors.values()]));
}

/** Ends a batch that `lockBatch` holds. @returns whether its PDFs are printed on demand. */
export async function finishBatch(
  connection: Connection,
  batchId: number,
  end: { readonly status: string; readonly at: Date; readonly anyIssued: boolean },
): Promise<boolean> {
  const { rows } = await query(connection, sql.finishBatch(batchId, end.status, end.at, end.anyIssued));
  return rows[0]!.pdfsOnDemand;
}
