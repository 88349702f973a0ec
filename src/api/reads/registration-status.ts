import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsOrganization } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';

/**
 * Reason why the records of a chain do not reach AEAT, and the outcome of its last attempt. All
 * members are null if none was recorded.
 */
export type IncidentCause = {
  readonly haltedReason: string | null;
  /** Whether the chain must first be compared with AEAT's register. */
  readonly isCompared: boolean;
  readonly outcome: 'answered' | 'fault' | 'unknown' | null;
  readonly reason: string | null;
  readonly code: number | null;
  /** AEAT's own text for a fault; for any other outcome a message for operators. */
  readonly message: string | null;
};

/** State of the registration of an issuer's invoices. Times are in the format of the API. */
export type StoredRegistrationStatus = {
  readonly issuer_nif: string;
  /** Number of records without an answer. */
  readonly pending: number;
  readonly oldest_pending_at: string | null;
  readonly last_answer_at: string | null;
  readonly incident_since: string | null;
  /** null if there is no incident. */
  readonly cause: IncidentCause | null;
};

/**
 * Returns the registration status of an organization's issuers, ordered by NIF.
 * @param issuerNif returns only this issuer; null returns all.
 * @param most maximum number of issuers.
 */
export async function listRegistrationStatus(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
  most: number,
): Promise<StoredRegistrationStatus[]> {
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.listRegistrationStatus(organizationId, issuerNif, most),
  );
  return rows;
}

/** State of the entries of an issuer in SII. Times are in the format of the API. */
export type StoredSiiStatus = {
  readonly issuer_nif: string;
  readonly pending: number;
  readonly overdue: number;
  readonly oldest_pending_at: string | null;
  readonly next_due_by: string | null;
  readonly last_answer_at: string | null;
  readonly halted_at: string | null;
  readonly halted_reason: string | null;
};

/**
 * Returns the state of the entries in SII of an organization's issuers, ordered by NIF.
 * @param issuerNif returns only this issuer; null returns all.
 * @param today YYYY-MM-DD in Madrid; entries with an earlier last day are overdue.
 * @param most maximum number of issuers.
 */
export async function listSiiStatus(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
  today: string,
  most: number,
): Promise<StoredSiiStatus[]> {
  const { rows } = await queryAsOrganization(
    connection,
    organizationId,
    sql.listSiiStatus(organizationId, issuerNif, today, most),
  );
  return rows;
}
