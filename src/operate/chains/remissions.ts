import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './chains.sql.ts';

/** How the last message of a chain ended. */
export type LastTry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: 'answered' | 'fault' | 'unknown';
  /** Where nothing is known of the message: why, in one word. */
  readonly reason: string | null;
  /** AEAT's, of a fault. */
  readonly code: number | null;
  readonly message: string | null;
};

export type RemissionSummary = {
  readonly chainId: number;
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly records: number;
  /** Records without an answer. */
  readonly pending: number;
  /** Milliseconds since 1970. */
  readonly nextAllowedAt: number | null;
  /** Until then nobody else sends: a message is under way, or whoever sent it died (ops/adr/0016). null: nobody is sending. */
  readonly sendingUntil: number | null;
  readonly incidentSince: number | null;
  readonly failures: number;
  readonly haltedAt: number | null;
  readonly haltedReason: string | null;
  /** Since then, a restore or a failover, it waits to be compared with AEAT; null: it does not. */
  readonly compareSince: number | null;
  /** AEAT, which did not tell, is asked again then; null: at once. */
  readonly compareAfter: number | null;
  readonly isRetired: boolean;
  /** When the first record without an answer was made; null where there is none. */
  readonly pendingSince: number | null;
  /** AEAT's wait between two messages, as it is kept, in seconds. */
  readonly waitSeconds: number;
  /** What AEAT told, where it is more than AEAT_MAX_WAIT_SECONDS and not kept; null where it is not. In seconds. */
  readonly excessiveWaitSeconds: number | null;
  /** When the last message ended; null before the first one. */
  readonly lastMessageAt: number | null;
  /** null where no incident is open. */
  readonly lastTry: LastTry | null;
};

/** How the remission of an organization's chains stands (null: of all): Orden HAC/1177/2024, art. 16.4. */
export async function listRemissions(
  connection: Connection,
  organizationId: number | null,
): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(organizationId, null, null));
  return rows;
}

/** The same of some chains that something is open in: those first that need a person, then those where most waits. */
export async function listOpenRemissions(connection: Connection, most: number): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(null, most, null));
  return rows;
}

/** The same of these chains; those that are not there are left out. */
export async function findRemissions(
  connection: Connection,
  chainIds: readonly number[],
): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(null, null, chainIds));
  return rows;
}

/** The same of one chain; null where there is none. */
export async function findRemission(
  connection: Connection,
  chainId: number,
): Promise<RemissionSummary | null> {
  const [chain = null] = await findRemissions(connection, [chainId]);
  return chain;
}

export type RemissionMeasures = {
  /** Records without an answer, of all chains. */
  readonly pending: number;
  /** Longest time until a chain with such records may send; negative when it is over. */
  readonly waitSeconds: number;
  readonly halted: number;
  readonly incidents: number;
  /** Since the first of them began; 0 when there is none. */
  readonly incidentSeconds: number;
  /** Chains that wait for their comparison with AEAT; halted ones wait for an operator. */
  readonly uncompared: number;
  /** How long the first of them has been waiting; 0 when none does. */
  readonly uncomparedSeconds: number;
};

/** Measures the remission of all chains. */
export async function measureRemission(connection: Connection, now: Date): Promise<RemissionMeasures> {
  const { rows } = await query(connection, sql.measureRemission(now));
  return rows[0]!;
}
