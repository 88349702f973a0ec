/* Generated from access.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type KeyRight, type OutsideReason } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

/** Creates a session of an API key. Returns no row if the key is unknown or revoked. */
export const createSession: Statement<
  [keyHash: Uint8Array, tokenHash: Uint8Array, createdAt: Date, expiresAt: Date],
  NoColumns
> = statement('createSession');

export type DescribeAccessRow = {
  readonly keyId: number;
  readonly prefix: string;
  readonly rights: readonly KeyRight[];
  readonly expiresAt: string | null;
  readonly organizationId: number;
  readonly organizationName: string;
  readonly issuerNifs: readonly string[] | null;
  readonly verifactu: boolean;
  readonly outsideReason: OutsideReason | null;
  readonly isMigrating: boolean;
  readonly hasUniqueIds: boolean;
  readonly pausedAt: string | null;
};

/** Describes what an API key or a session token gives access to. Returns no row if it has ended. */
export const describeAccess: Statement<[credentialHash: Uint8Array, now: Date], DescribeAccessRow> =
  statement('describeAccess');

export type EndSessionRow = {
  readonly end_session: string | null;
};

/** Ends a session. */
export const endSession: Statement<[tokenHash: Uint8Array], EndSessionRow> = statement('endSession');

export type ExplainRefusalRow = {
  readonly organizationId: number;
  readonly refusal: string;
};

/**
 * Returns the organization of a refused token or key and the reason of the refusal. Returns no row
 * if the token or key never existed.
 */
export const explainRefusal: Statement<[hash: Uint8Array, now: Date], ExplainRefusalRow> =
  statement('explainRefusal');

export type FindApiKeyRow = {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly issuerNifs: readonly string[] | null;
  readonly rights: readonly KeyRight[];
  readonly isMigrating: boolean;
  readonly hasUniqueIds: boolean;
};

/** Finds an API key that is not revoked. */
export const findApiKey: Statement<[keyHash: Uint8Array], FindApiKeyRow> = statement('findApiKey');

export type FindSessionRow = {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly issuerNifs: readonly string[] | null;
  readonly rights: readonly KeyRight[];
  readonly isMigrating: boolean;
  readonly hasUniqueIds: boolean;
  readonly expiresAt: number;
};

/** Finds a session that has not expired and whose key is not revoked. */
export const findSession: Statement<[tokenHash: Uint8Array, now: Date], FindSessionRow> =
  statement('findSession');

export type HasApiKeyRow = {
  readonly known: boolean;
};

/** Returns whether a key with this hash exists, revoked or not. */
export const hasApiKey: Statement<[keyHash: Uint8Array], HasApiKeyRow> = statement('hasApiKey');
