import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { CensusMode, CensusWhenUnavailable, InvoiceType } from '../../contracts/codes.ts';
import type { RegisterDecision } from '../../domain/registers/choose-register.ts';
import type { SpfeRules } from '../../domain/spfe/choose-mode.ts';
import { findRules, type RequestRules } from '../../domain/reading/request-rules.ts';
import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { listColumns, type PlacedBlock } from '../../platform/literals/build-block.ts';
import { findFailedTerm } from '../../platform/postgres/search-terms.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/*
 * Statements that issue a batch. Each takes one round trip, regardless of the number of invoices.
 */

/**
 * Marks the batch as being processed. Does nothing when the batch is already being processed or has
 * ended, or when its organization is paused.
 */
export async function claimBatch(connection: Connection, batchId: number): Promise<void> {
  await query(connection, sql.claimBatch(batchId));
}

/** What was decided about issuers, as it was read. */
export type Decided = SpfeRules & {
  /** About their registers. */
  readonly decisions: readonly RegisterDecision[];
};

export type UnfinishedBatch = Decided & {
  readonly organizationId: number;
  readonly organizationName: string;
  /** Whether the organization registers invoices in VeriFactu, unless another register was decided. */
  readonly verifactu: boolean;
  /** What the organization does with what AEAT's census says of the parties of its invoices. */
  readonly census: CensusMode;
  /** What a batch of an organization with `refuse` does while AEAT does not answer. */
  readonly whenUnavailable: CensusWhenUnavailable;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  /** Day on which the batch was accepted in Madrid, `YYYY-MM-DD`. */
  readonly acceptedOn: string;
  /** The rules by which the batch was accepted. */
  readonly rules: RequestRules;
  /** Whether an operator paused the organization. No batch of a paused organization is issued. */
  readonly isPaused: boolean;
  /**
   * true when other transactions have locked all chains of the organization: the batch must wait,
   * regardless of its content. null when only the content of the batch shows which chains it needs.
   */
  readonly areChainsHeld: boolean | null;
  /**
   * Issuers that have a chain in the organization. Contains all of them when they are few,
   * otherwise some.
   */
  readonly issuersWithChain: readonly string[];
  /** Whether the organization has series of invoice numbers. */
  readonly hasSeries: boolean;
  /** Whether the organization has profiles of recipients, with which documents are completed. */
  readonly hasRecipientProfiles: boolean;
  /** The raw body, compressed (src/platform/literals/stored-body.ts). */
  readonly body: Buffer;
  /** Positions of the invoices that have already failed. */
  readonly failed: readonly number[];
};

/** Reads a batch and its body. Returns null when the batch has ended or does not exist. */
export async function readBatch(connection: Connection, batchId: number): Promise<UnfinishedBatch | null> {
  const { rows } = await query(connection, sql.readBatch(batchId));
  const [row] = rows;
  return row === undefined ? null : { ...row, rules: findRules(row.version) };
}

/** Adds warnings to batch invoices that are not issued yet, by id, as JSON arrays of details. */
export async function addWarnings(
  connection: Connection,
  warnings: ReadonlyMap<number, string>,
): Promise<void> {
  await query(connection, sql.addWarnings([...warnings.keys()], [...warnings.values()]));
}

/**
 * Returns the work of the batches of the organization that precede this batch, in ordinary
 * invoices. When there are many, counts only the nearest ones.
 */
export async function sumWorkAhead(
  connection: Connection,
  { organizationId }: Pick<UnfinishedBatch, 'organizationId'>,
  batchId: number,
): Promise<number> {
  const { rows } = await query(connection, sql.sumWorkAhead(organizationId, batchId));
  return rows[0]!.workAhead;
}

/**
 * Locks the batch until the transaction ends.
 * @returns false when the batch has ended.
 */
export async function lockBatch(connection: Connection, batchId: number): Promise<boolean> {
  const { rowCount } = await query(connection, sql.lockBatch(batchId));
  return rowCount === 1;
}

/**
 * Creates the missing chains of these issuers. Runs outside the issuing transaction, where it
 * cannot take part in a deadlock.
 */
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
  /** AEAT has answered every record up to this sequence number. */
  readonly remittedSequence: number;
};

/**
 * Locks the chains of these issuers in a fixed order until the transaction ends. Returns no head
 * for an issuer without a chain.
 * @throws an error that `isLockTimeout` recognizes when another transaction has locked one of the
 *   chains: immediately, or after the time limit of the connection if `mayWait` is true.
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

/** Conditions that prevent issuing in locked chains. */
export type Issuability = Decided & {
  /**
   * false when the database is not the active one, or when it was restored or failed over and its
   * chains have not been marked yet.
   */
  readonly isKnownDatabase: boolean;
  /**
   * Whether a backup was restored, or the database failed over, and AEAT may have more records of
   * one of the chains.
   */
  readonly isCompared: boolean;
  /** Time since the newest unfinished comparison became due, in ms; null when there is none. */
  readonly comparedFor: number | null;
  /** Whether one of the chains sends no records until an operator resumes it. */
  readonly isHalted: boolean;
};

/**
 * Reads the current state of the chains of these issuers, which `lockChains` has locked. The result
 * reflects the time after the lock was obtained, not the time when waiting began.
 * @param activeLineage the active lineage of the database cluster; null when it is unknown.
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

/** The issued invoices that a new invoice corrects (R1 to R5) or replaces (F3). */
export type Rectifies = {
  readonly firstId: number;
  /**
   * How much it changes what each of them charges, in euros; empty if there is one, and the change
   * is the invoice's total.
   */
  readonly changes: readonly { readonly rectifiedId: number; readonly amount: string }[];
};

export type NewIssuedInvoice = InvoiceIdentity & {
  readonly id: number;
  readonly total: string;
  readonly issuerProfileId: number | null;
  readonly qrUrl: string | null;
  /** Size of the document in UTF-8 bytes. */
  readonly documentBytes: number;
  /** The value in the document. */
  readonly type: InvoiceType;
  readonly issuerName: string;
  readonly operationDate: string | null;
  readonly rectifies: Rectifies | null;
  /** The term of the document of its first recipient; null if it has none. */
  readonly recipientTerm: number | null;
  /**
   * The terms of the documents of its other recipients, and of the invoices that it rectifies or
   * replaces.
   */
  readonly furtherTerms: readonly number[];
  /** The place of its number in a series; null if the client stated the number. */
  readonly given: {
    readonly seriesId: number;
    readonly year: number;
    readonly counter: number;
  } | null;
};

/** Stores issued invoices and the literal blocks of their documents in one statement. */
export async function insertIssuedInvoices(
  connection: Connection,
  organizationId: number,
  issuedAt: Date,
  invoices: readonly NewIssuedInvoice[],
  blocks: readonly PlacedBlock[],
): Promise<void> {
  const [batchIds, parts, codecs, occupancies, hashes, contents] = listColumns(blocks);
  const changes = invoices.flatMap(({ id, type, rectifies }) =>
    rectifies === null
      ? []
      : rectifies.changes.map((change) => ({ id, isReplacement: type === 'F3', ...change })),
  );
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
      encodeIntegers(invoices.map(({ rectifies }) => rectifies && rectifies.firstId)),
      encodeIntegers(invoices.map(({ recipientTerm }) => recipientTerm)),
      encodeIntegers(invoices.flatMap(({ id, furtherTerms }) => furtherTerms.map(() => id))),
      encodeIntegers(invoices.flatMap(({ furtherTerms }) => furtherTerms)),
      encodeIntegers(changes.map(({ id }) => id)),
      encodeIntegers(changes.map(({ rectifiedId }) => rectifiedId)),
      encodeTexts(changes.map(({ amount }) => amount)),
      changes.map(({ isReplacement }) => isReplacement),
      encodeIntegers(invoices.map(({ given }) => given && given.seriesId)),
      encodeIntegers(invoices.map(({ given }) => given && given.year)),
      encodeIntegers(invoices.map(({ given }) => given && given.counter)),
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

/**
 * Stores the first records of issued invoices and the literal blocks of their XML in one statement.
 */
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

/**
 * Sets the heads of chains to their newest records. Runs in the transaction that has locked the
 * chains and inserts these records.
 */
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

/**
 * Marks invoices as failed.
 * @param errors invoice id → error message.
 * @param failed identities of invoices that failed now or before, by id. They are stored so that
 *   invoices that name them fail as well.
 */
export async function failBatchInvoices(
  connection: Connection,
  organizationId: number,
  errors: ReadonlyMap<number, Text>,
  failed: ReadonlyMap<number, InvoiceIdentity>,
): Promise<void> {
  const terms = [...failed.values()].map(findFailedTerm);
  await query(
    connection,
    sql.failBatchInvoices(
      organizationId,
      [...errors.keys()],
      [...errors.values()].map(({ en }) => en),
      [...failed.keys()],
      terms,
      [...errors.values()].map(({ es }) => es),
    ),
  );
}

/**
 * Returns whether a batch that was accepted earlier, for one of these issuers, has not ended. A
 * batch whose invoices name others waits for it, so that the verdict on them does not depend on
 * which worker is faster.
 */
export async function mustWaitForEarlier(
  connection: Connection,
  organizationId: number,
  batchId: number,
  issuerNifs: readonly string[],
): Promise<boolean> {
  const { rows } = await query(connection, sql.findEarlierBatch(organizationId, batchId, issuerNifs));
  return rows[0]!.mustWait;
}

/**
 * Ends a batch that `lockBatch` has locked.
 * @returns whether the PDFs of the batch are rendered only on request.
 */
export async function finishBatch(
  connection: Connection,
  batchId: number,
  end: { readonly status: string; readonly at: Date; readonly anyIssued: boolean },
): Promise<boolean> {
  const { rows } = await query(connection, sql.finishBatch(batchId, end.status, end.at, end.anyIssued));
  return rows[0]!.pdfsOnDemand;
}
