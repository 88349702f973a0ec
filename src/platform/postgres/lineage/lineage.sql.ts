/* Generated from lineage.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type NoColumns, type Statement, readStatements } from '../statement.ts';

const statement = readStatements(import.meta.url);

export type MarkChainsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
};

/**
 * Marks chains as to be compared with AEAT before anything is issued in them. Holds them first, in the order of lockChains: whoever
 * issues in one has committed, or finds the mark.
 */
export const markChains: Statement<[now: Date, chainId: number | bigint | null], MarkChainsRow> =
  statement('markChains');

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

/** What comparing a chain with AEAT's register needs; no row where nothing is to be compared. */
export const readComparison: Statement<[chainId: number | bigint], ReadComparisonRow> =
  statement('readComparison');

/**
 * Retires a chain that waits for a comparison: the next batch opens another. What it has not remitted goes on. Holds the chain first, as
 * markChains does.
 */
export const retireChain: Statement<[chainId: number | bigint, now: Date], NoColumns> =
  statement('retireChain');

export type FindHashesRow = {
  readonly sequence: number;
  readonly hash: string;
};

/** The huellas of records of a chain. */
export const findHashes: Statement<
  [chainId: number | bigint, sequences: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  FindHashesRow
> = statement('findHashes');

/** Lets a chain go on that was compared with AEAT's register. */
export const endComparison: Statement<[chainId: number | bigint, compareSince: number], NoColumns> =
  statement('endComparison');

/** Lets AEAT, which did not tell, rest until a moment. */
export const postponeComparison: Statement<
  [chainId: number | bigint, compareSince: number, next: Date],
  NoColumns
> = statement('postponeComparison');

/** Halts a chain that AEAT knows more of than the database. */
export const haltChain: Statement<
  [chainId: number | bigint, compareSince: number, now: Date, reason: string],
  NoColumns
> = statement('haltChain');

export type NameLineageRow = {
  readonly lineage: string;
};

/** Names the lineage that the positions of the log belong to. */
export const nameLineage: Statement<[], NameLineageRow> = statement('nameLineage');

export type ReadLogPositionRow = {
  readonly bytes: string;
  readonly now: number;
};

/** How far the write-ahead log goes on the disk, in bytes since its beginning, with the time of the database in milliseconds since 1970. */
export const readLogPosition: Statement<[], ReadLogPositionRow> = statement('readLogPosition');

export type ReadGivenIdsRow = {
  readonly given: string;
};

/** The ids that were given out last, by the names of their sequences, as JSON. */
export const readGivenIds: Statement<[], ReadGivenIdsRow> = statement('readGivenIds');

export type RecognizeDatabaseRow = {
  readonly isKnown: boolean;
  readonly isFirst: boolean;
};

/** Whether the database is the one that was seen last, and whether it is the first that is seen. */
export const recognizeDatabase: Statement<[], RecognizeDatabaseRow> = statement('recognizeDatabase');
