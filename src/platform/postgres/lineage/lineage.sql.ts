/* Generated from lineage.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type NoColumns, type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type MarkChainsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
};

/**
 * Marks chains for comparison with AEAT before anything else is issued in them: those of
 * organizations that register in VeriFactu, and those with records in any other, whose issuers were
 * decided to be in VeriFactu. Locks them first, in the order of lockChains, so that a transaction
 * that issues in a chain has either committed or sees the mark.
 */
export const markChains: Statement<[now: Date, chainId: number | bigint | null], MarkChainsRow> =
  statement('markChains');

/** Marks all issuers whose invoices were ever to be sent to the SPFE for comparison with it: nothing of them is sent until then. */
export const markSpfeIssuers: Statement<[], NoColumns> = statement('markSpfeIssuers');

export type ReadComparisonRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly isHalted: boolean;
  readonly fromMonth: string;
  readonly compareSince: number;
  readonly compareAfter: number | null;
  readonly lineage: string;
};

/**
 * Returns the data for comparing a chain with AEAT's register. Returns no row if the chain is not
 * marked for comparison.
 */
export const readComparison: Statement<[chainId: number | bigint], ReadComparisonRow> =
  statement('readComparison');

/**
 * Retires a chain that is marked for comparison. The next batch opens another chain; records that
 * are not remitted yet are still sent. Locks the chain first, as markChains does.
 */
export const retireChain: Statement<[chainId: number | bigint, now: Date], NoColumns> =
  statement('retireChain');

export type FindHashesRow = {
  readonly sequence: number;
  readonly hash: string;
};

/** Returns the huellas of records of a chain. */
export const findHashes: Statement<
  [chainId: number | bigint, sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindHashesRow
> = statement('findHashes');

/** Ends the comparison of a chain with AEAT's register, so that it continues. */
export const endComparison: Statement<[chainId: number | bigint, compareSince: number], NoColumns> =
  statement('endComparison');

/** Postpones the comparison of a chain until a given time after AEAT gave no clear answer. */
export const postponeComparison: Statement<
  [chainId: number | bigint, compareSince: number, next: Date],
  NoColumns
> = statement('postponeComparison');

/** Halts a chain of which AEAT has records that the database lacks. */
export const haltChain: Statement<
  [chainId: number | bigint, compareSince: number, now: Date, reason: string],
  NoColumns
> = statement('haltChain');

export type NameLineageRow = {
  readonly lineage: string;
};

/** Returns the lineage to which the WAL positions belong. */
export const nameLineage: Statement<[], NameLineageRow> = statement('nameLineage');

export type ReadLogPositionRow = {
  readonly bytes: string;
  readonly now: number;
};

/**
 * Returns the flushed position of the WAL in bytes since its beginning, and the time of the
 * database in milliseconds since 1970.
 */
export const readLogPosition: Statement<[], ReadLogPositionRow> = statement('readLogPosition');

export type ReadGivenIdsRow = {
  readonly given: string;
};

/** Returns the last ids that the sequences gave out, by the names of the sequences, as JSON. */
export const readGivenIds: Statement<[], ReadGivenIdsRow> = statement('readGivenIds');

export type RecognizeDatabaseRow = {
  readonly isKnown: boolean;
  readonly isFirst: boolean;
};

/** Returns whether the database is the one recorded last, and whether none was recorded before. */
export const recognizeDatabase: Statement<[], RecognizeDatabaseRow> = statement('recognizeDatabase');
