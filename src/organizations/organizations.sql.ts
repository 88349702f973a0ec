/* Generated from organizations.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../platform/postgres/statement.ts';
import { type IssuerDetails } from '../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type ListIssuersWithoutAddressRow = {
  readonly organizationId: number;
  readonly count: number;
  readonly newestAt: number;
  readonly issuerNifs: readonly string[];
};

/**
 * Counts for each organization the issuers with issued invoices that have no address in their
 * newest profile, and names the first of them.
 */
export const listIssuersWithoutAddress: Statement<[mostNamed: number], ListIssuersWithoutAddressRow> =
  statement('listIssuersWithoutAddress');

export type ListOtherUsersRow = {
  readonly nif: string;
  readonly organizationId: number;
  readonly isBound: boolean;
};

/** Lists the other organizations that are bound to issuers or issue for them. */
export const listOtherUsers: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  ListOtherUsersRow
> = statement('listOtherUsers');

export type ListSharedIssuersRow = {
  readonly nif: string;
  readonly organizationIds: readonly number[];
  readonly newestAt: number;
};

/**
 * Lists the issuers for which several organizations issue though an operator has bound none to
 * them, with the time when the newest of these began.
 */
export const listSharedIssuers: Statement<[most: number | bigint], ListSharedIssuersRow> =
  statement('listSharedIssuers');

export type FindWhyNotRenderedRow = {
  readonly why: 'paused' | 'on_demand' | null;
};

/**
 * Returns why the PDFs of a batch are rendered only on request; null if they are rendered without
 * one.
 */
export const findWhyNotRendered: Statement<
  [organizationId: number | bigint, batchId: number | bigint],
  FindWhyNotRenderedRow
> = statement('findWhyNotRendered');

export type FindIssuerDetailsRow = {
  readonly nif: string;
  readonly details: IssuerDetails;
};

/** Finds the newest profiles of issuers, without their logos. */
export const findIssuerDetails: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>],
  FindIssuerDetailsRow
> = statement('findIssuerDetails');
