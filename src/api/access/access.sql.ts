/* Generated from access.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type KeyRight } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

/** Starts a session of a live key. It gives no row when the key is unknown or revoked. */
export const createSession: Statement<
  [keyHash: Uint8Array, tokenHash: Uint8Array, createdAt: Date, expiresAt: Date],
  NoColumns
> = statement('createSession');

export type EndSessionRow = {
  readonly end_session: string | null;
};

/** Ends a session. */
export const endSession: Statement<[tokenHash: Uint8Array], EndSessionRow> = statement('endSession');

export type ExplainRefusalRow = {
  readonly organizationId: number;
  readonly refusal: string;
};

/** Whose a refused token or key is, and why it was refused. It gives no row when nobody ever had it. */
export const explainRefusal: Statement<[hash: Uint8Array, now: Date], ExplainRefusalRow> =
  statement('explainRefusal');

export type FindSessionRow = {
  readonly organizationId: number;
  readonly organizationName: string;
  readonly issuerNifs: readonly string[] | null;
  readonly rights: readonly KeyRight[];
  readonly expiresAt: number;
};

/** Finds a live session: not expired, its key not revoked. */
export const findSession: Statement<[tokenHash: Uint8Array, now: Date], FindSessionRow> =
  statement('findSession');

export type HasApiKeyRow = {
  readonly known: boolean;
};

/** Whether a key with this hash exists, revoked or not. */
export const hasApiKey: Statement<[keyHash: Uint8Array], HasApiKeyRow> = statement('hasApiKey');
