import type { Pool, PoolClient } from 'pg';
import { withSnapshot } from '../platform/postgres/snapshot.ts';
import type { LogEntry } from '../../packages/aeat-sandbox/src/registry/log-entry.ts';
import type { BookEntry } from '../../packages/aeat-sandbox/src/sii/book/book.ts';
import { type AcceptedAnswer, checkAnswers, WITHOUT_ANSWERS } from './check-answers.ts';
import { type ApiAccess, checkApi, WITHOUT_API } from './check-api.ts';
import { checkBook, WITHOUT_BOOK } from './check-book.ts';
import { checkLogs } from './check-logs.ts';
import { checkRegister, WITHOUT_REGISTER } from './check-register.ts';
import { checkSpfeBook, type SpfeEvidence, WITHOUT_SPFE } from './check-spfe-book.ts';
import { refuseHiddenRows } from '../operate/backup/tables.ts';
import { checkTables } from './check-tables.ts';
import type { Verdict } from './invariant.ts';

/**
 * The evidence over which the invariants are proven. Parts that are null are not checked, which the
 * table shows.
 */
export type Evidence = {
  /** The log of all messages that the stand-in for AEAT received. */
  readonly registerLog: readonly LogEntry[] | null;
  /** The books of SII that the stand-in for AEAT keeps. */
  readonly book: readonly BookEntry[] | null;
  /** What the stand-in for AEAT tells of its SPFE. */
  readonly spfe: SpfeEvidence | null;
  /** The 201 responses that clients received. */
  readonly answers: readonly AcceptedAnswer[] | null;
  readonly api: ApiAccess | null;
  readonly logFiles: readonly string[];
  /** Passwords and keys of the settings, which no log may contain. */
  readonly secrets: readonly string[];
};

/**
 * Proves I1 to I11 over one snapshot of a database. Changes nothing, unless a replayed request
 * creates something by mistake.
 */
export function checkInvariants(pool: Pool, evidence: Evidence): Promise<Verdict[]> {
  return withSnapshot(pool, async (connection) => {
    await refuseHiddenRows(connection);
    return await proveInvariants(connection, evidence);
  });
}

/** Proves I1 to I11 over the data that one connection sees. */
export async function proveInvariants(connection: PoolClient, evidence: Evidence): Promise<Verdict[]> {
  const { registerLog, book, spfe, answers, api, logFiles, secrets } = evidence;
  const verdicts = [
    ...(await checkTables(connection)),
    ...(registerLog === null ? WITHOUT_REGISTER : await checkRegister(connection, registerLog)),
    ...(book === null ? WITHOUT_BOOK : await checkBook(connection, book)),
    ...(spfe === null ? WITHOUT_SPFE : await checkSpfeBook(connection, spfe)),
    ...(answers === null ? WITHOUT_ANSWERS : await checkAnswers(connection, answers)),
    ...(api === null ? WITHOUT_API : await checkApi(connection, api)),
    await checkLogs(connection, logFiles, secrets),
  ];
  return verdicts.toSorted((a, b) => Number(a.invariant.slice(1)) - Number(b.invariant.slice(1)));
}
