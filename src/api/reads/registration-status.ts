import type { Connection } from '../../platform/postgres/database.ts';
import { queryAsTenant } from '../../platform/postgres/scoped-query.ts';
import * as sql from './reads.sql.ts';

/** Why the records of a chain do not reach AEAT: what holds it, and how its last try ended (all null where none was written down). */
export type IncidentCause = {
  readonly haltedReason: string | null;
  /** Whether the chain waits to be compared with AEAT's register. */
  readonly isCompared: boolean;
  readonly outcome: 'answered' | 'fault' | 'unknown' | null;
  readonly reason: string | null;
  readonly code: number | null;
  /** AEAT's words of a fault; of another outcome a line for operators. */
  readonly message: string | null;
};

/** How the registration of an issuer's invoices stands; times as the API writes them. */
export type StoredRegistrationStatus = {
  readonly issuer_nif: string;
  /** Records without an answer. */
  readonly pending: number;
  readonly oldest_pending_at: string | null;
  readonly last_answer_at: string | null;
  readonly incident_since: string | null;
  /** null where there is no incident. */
  readonly cause: IncidentCause | null;
};

/**
 * How the registration of an organization's issuers stands, by NIF.
 * @param issuerNif only of this issuer; null: of all.
 * @param most so many issuers at most.
 */
export async function listRegistrationStatus(
  connection: Connection,
  organizationId: number,
  issuerNif: string | null,
  most: number,
): Promise<StoredRegistrationStatus[]> {
  const { rows } = await queryAsTenant(
    connection,
    organizationId,
    sql.listRegistrationStatus(organizationId, issuerNif, most),
  );
  return rows;
}
