import { raw } from '@mikro-orm/core';
import type { KeyRight } from '../../contracts/codes.ts';
import { IDEMPOTENCY_WINDOW } from '../../accept/statements/accept-statement.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import { IdempotencyRecordRow } from '../../platform/postgres/rows/batch-rows.ts';
import { SessionRow } from '../../platform/postgres/rows/organization-rows.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './access.sql.ts';

/** Starts a session. @returns false when the key is unknown or revoked. */
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
  /** Whom it may issue for; null: anybody. */
  readonly issuerNifs: ReadonlySet<string> | null;
  /** What its key may do. */
  readonly rights: readonly KeyRight[];
};

/** `expiresAt` in milliseconds since 1970. */
export type LiveSession = SessionOrganization & { readonly expiresAt: number };

/** Whose session a token hash is; null when it is unknown, expired, or its key was revoked. */
export async function findSession(
  connection: Connection,
  tokenHash: Buffer,
  now: Date,
): Promise<LiveSession | null> {
  const { rows } = await query(connection, sql.findSession(tokenHash, now));
  const [row] = rows;
  return row === undefined ? null : { ...row, issuerNifs: row.issuerNifs && new Set(row.issuerNifs) };
}

/** Ends a session; one that is not there has ended. */
export async function endSession(connection: Connection, tokenHash: Buffer): Promise<void> {
  await query(connection, sql.endSession(tokenHash));
}

/** Whether a key with this hash exists, revoked or not. */
export async function hasApiKey(connection: Connection, keyHash: Buffer): Promise<boolean> {
  const { rows } = await query(connection, sql.hasApiKey(keyHash));
  return rows[0]!.known;
}

/** Why a token or key was refused, and whose it is. */
export type Refusal = { readonly organizationId: number; readonly refusal: string };

/** Explains a refused token or key by its hash; null where nobody ever had it. For the log only: one look-up by key. */
export async function explainRefusal(
  connection: Connection,
  hash: Buffer,
  now: Date,
): Promise<Refusal | null> {
  const { rows } = await query(connection, sql.explainRefusal(hash, now));
  return rows[0] ?? null;
}

/** Deletes sessions that ended and idempotency records whose window is over. */
export async function deleteExpired(em: EntityManager, now: Date): Promise<void> {
  await em.nativeDelete(SessionRow, { expiresAt: { $lte: now } });
  const oldest = raw('?::timestamptz - ?::interval', [now, IDEMPOTENCY_WINDOW]);
  await em.nativeDelete(IdempotencyRecordRow, { createdAt: { $lte: oldest } });
}
