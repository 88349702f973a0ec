/* Generated from chains.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type ListAnchorsRow = {
  readonly firstSequence: number;
  readonly lastSequence: number;
  readonly hashBefore: string | null;
  readonly lastHash: string;
};

/** Lists the ranges of a chain's records that are archived with their months. */
export const listAnchors: Statement<[chainId: number | bigint], ListAnchorsRow> = statement('listAnchors');

export type ListChainsRow = {
  readonly id: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly installationNumber: string;
  readonly sequence: number;
  readonly lastHash: string | null;
};

/** Lists chains with their heads. */
export const listChains: Statement<
  [organizationId: number | bigint | null, issuerNif: string | null],
  ListChainsRow
> = statement('listChains');

export type ListExportedRecordsRow = {
  readonly chainId: number;
  readonly sequence: number;
  readonly xml: string | null;
  readonly invoiceId: number;
  readonly issuerName: string;
};

/**
 * Lists the records of an issuer's invoices in a range of days, in the order of their chain. A
 * retired chain comes before the one that replaced it.
 */
export const listExportedRecords: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    firstDay: string,
    lastDay: string,
    afterChainId: number | bigint,
    afterSequence: number | bigint,
    most: number | bigint,
  ],
  ListExportedRecordsRow
> = statement('listExportedRecords');

export type ListRecordsRow = {
  readonly sequence: number;
  readonly kind: 'alta' | 'anulacion';
  readonly previousHash: string | null;
  readonly hash: string;
  readonly xml: string | null;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly total: string;
  readonly isAway: boolean;
};

/** Lists the next records of a chain with the data of their invoices. */
export const listRecords: Statement<
  [chainId: number | bigint, after: number | bigint, most: number | bigint],
  ListRecordsRow
> = statement('listRecords');

export type ListRemissionsRow = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly records: number;
  readonly pending: number;
  readonly nextAllowedAt: number | null;
  readonly sendingUntil: number | null;
  readonly incidentSince: number | null;
  readonly failures: number;
  readonly haltedAt: number | null;
  readonly haltedReason: string | null;
  readonly compareSince: number | null;
  readonly compareAfter: number | null;
  readonly isRetired: boolean;
  readonly pendingSince: number | null;
  readonly lastTry: {
    readonly at: number;
    readonly outcome: 'answered' | 'fault' | 'unknown';
    readonly reason: string | null;
    readonly code: number | null;
    readonly message: string | null;
  } | null;
  readonly waitSeconds: number;
  readonly excessiveWaitSeconds: number | null;
  readonly lastMessageAt: number | null;
};

/**
 * Returns the state of the remission of chains for operators: of an organization, of given chains,
 * or of a limited number of chains with open work. Chains that need a person come first. A null
 * parameter matches every chain.
 */
export const listRemissions: Statement<
  [
    organizationId: number | bigint | null,
    most: number | null,
    chainIds: readonly (number | bigint)[] | EncodedArray<number | bigint> | null,
  ],
  ListRemissionsRow
> = statement('listRemissions');

export type MeasureRemissionRow = {
  readonly pending: number;
  readonly waitSeconds: number;
  readonly halted: number;
  readonly incidents: number;
  readonly incidentSeconds: number;
  readonly uncompared: number;
  readonly uncomparedSeconds: number;
};

/** Returns the totals of the remission of all chains. */
export const measureRemission: Statement<[now: Date], MeasureRemissionRow> = statement('measureRemission');
