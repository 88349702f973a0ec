import { raw } from '@mikro-orm/core';
import type { KeyRight } from '../../contracts/codes.ts';
import { IDEMPOTENCY_WINDOW } from '../../contracts/limits.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { IdempotencyRecordRow } from '../../platform/postgres/rows/batch-rows.ts';
import { SessionRow } from '../../platform/postgres/rows/organization-rows.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './access.sql.ts';

/**
 * Inserts a session.
 * @returns false if the key is unknown or revoked.
 */
export async function insertSession(
  connection: Connection,
  session: { keyHash: Buffer; tokenHash: Buffer; createdAt: Date; expiresAt: Date },
): Promise<boolean> {
  const { rowCount } = await query(
    connection,
    sql.createSession(session.keyHash, session.tokenHash, session.createdAt, session.expiresAt),
  );
  return rowCount === 1;
}

export type SessionOrganization = {
  readonly organizationId: number;
  readonly organizationName: string;
  /** NIFs of the issuers for which it may issue; null if any issuer is allowed. */
  readonly issuerNifs: ReadonlySet<string> | null;
  /** Whether it may issue invoices with dates more than 30 days back. */
  readonly isMigrating: boolean;
  /** Whether each of its own ids of invoices is used once. */
  readonly hasUniqueIds: boolean;
  /** Rights of the API key, or of the one behind the session. */
  readonly rights: readonly KeyRight[];
};

/**
 * A session or an API key with its expiry; `expiresAt` is in milliseconds since 1970, infinite for
 * a key.
 */
export type LiveSession = SessionOrganization & { readonly expiresAt: number };

/**
 * Returns the session with this token hash, or null if it is unknown or expired or its key was
 * revoked.
 */
export async function findSession(
  connection: Connection,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveSession | null> {
  const { rows } = await query(connection, sql.findSession(tokenHash, now));
  const [row] = rows;
  return row === undefined ? null : { ...row, issuerNifs: row.issuerNifs && new Set(row.issuerNifs) };
}

/** Returns the API key with this hash, or null if it is unknown or revoked. */
export async function findApiKey(connection: Connection, keyHash: Buffer): Promise<LiveSession | null> {
  const { rows } = await query(connection, sql.findApiKey(keyHash));
  const [row] = rows;
  return row === undefined
    ? null
    : { ...row, issuerNifs: row.issuerNifs && new Set(row.issuerNifs), expiresAt: Infinity };
}

/**
 * Describes what an API key or a session token with this hash gives access to; null if it is
 * unknown or has ended.
 */
export async function describeAccess(
  connection: Connection,
  credentialHash: Buffer,
  now: Date,
): Promise<sql.DescribeAccessRow | null> {
  const { rows } = await query(connection, sql.describeAccess(credentialHash, now));
  return rows[0] ?? null;
}

/** Ends a session. Does nothing if the session does not exist. */
export async function endSession(connection: Connection, tokenHash: Buffer): Promise<void> {
  await query(connection, sql.endSession(tokenHash));
}

/** Returns whether a key with this hash exists, revoked or not. */
export async function hasApiKey(connection: Connection, keyHash: Buffer): Promise<boolean> {
  const { rows } = await query(connection, sql.hasApiKey(keyHash));
  return rows[0]!.known;
}

/** The reason why a token or key was refused, and the organization to which it belongs. */
export type Refusal = { readonly organizationId: number; readonly refusal: string };

/**
 * Returns why a token or key with this hash was refused, or null if it never existed. The log alone
 * uses it; it costs one look-up by key.
 */
export async function explainRefusal(
  connection: Connection,
  hash: Buffer,
  now: Date,
): Promise<Refusal | null> {
  const { rows } = await query(connection, sql.explainRefusal(hash, now));
  return rows[0] ?? null;
}

/** Deletes expired sessions and the idempotency records whose window is over. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(SessionRow, { expiresAt: { $lte: now } });
  const oldest = raw('?::timestamptz - ?::interval', [now, IDEMPOTENCY_WINDOW]);
  await em.nativeDelete(IdempotencyRecordRow, { createdAt: { $lte: oldest } });
}
