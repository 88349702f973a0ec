import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './chains.sql.ts';

/** Outcome of the last message of a chain. */
export type LastTry = {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly outcome: 'answered' | 'fault' | 'unknown';
  /** Reason code if the outcome is unknown. */
  readonly reason: string | null;
  /** AEAT's code of a fault. */
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
  /**
   * End of the lease during which no other worker sends: a message is being sent, or its sender has
   * died (ops/adr/0016). null if there is no lease.
   */
  readonly sendingUntil: number | null;
  readonly incidentSince: number | null;
  readonly failures: number;
  readonly haltedAt: number | null;
  readonly haltedReason: string | null;
  /**
   * Time of the restore or failover since which the chain waits for its comparison with AEAT; null
   * if it does not wait.
   */
  readonly compareSince: number | null;
  /** Time at which AEAT is asked again after it gave no clear answer; null means at once. */
  readonly compareAfter: number | null;
  readonly isRetired: boolean;
  /** Creation time of the first record without an answer; null if there is none. */
  readonly pendingSince: number | null;
  /** AEAT's waiting time between two messages as applied, in seconds. */
  readonly waitSeconds: number;
  /**
   * Waiting time that AEAT asked for, if it exceeds AEAT_MAX_WAIT_SECONDS and is not applied;
   * otherwise null. In seconds.
   */
  readonly excessiveWaitSeconds: number | null;
  /** Time at which the last message ended; null before the first one. */
  readonly lastMessageAt: number | null;
  /** null if no incident is open. */
  readonly lastTry: LastTry | null;
};

/**
 * Returns the submission status of an organization's chains, or of all chains (null): Orden
 * HAC/1177/2024, art. 16.4.
 */
export async function listRemissions(
  connection: Connection,
  organizationId: number | null,
): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(organizationId, null, null));
  return rows;
}

/**
 * Returns the same for at most `most` chains with open work: first those that need a person, then
 * those with the most pending records.
 */
export async function listOpenRemissions(connection: Connection, most: number): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(null, most, null));
  return rows;
}

/** Returns the same for the given chains. Unknown ids are omitted. */
export async function findRemissions(
  connection: Connection,
  chainIds: readonly number[],
): Promise<RemissionSummary[]> {
  const { rows } = await query(connection, sql.listRemissions(null, null, chainIds));
  return rows;
}

/** Returns the same for one chain, or null if it does not exist. */
export async function findRemission(
  connection: Connection,
  chainId: number,
): Promise<RemissionSummary | null> {
  const [chain = null] = await findRemissions(connection, [chainId]);
  return chain;
}

export type RemissionMeasures = {
  /** Number of records without an answer, in all chains. */
  readonly pending: number;
  /**
   * Longest time in seconds until a chain with such records may send; negative if the time has
   * passed.
   */
  readonly waitSeconds: number;
  readonly halted: number;
  readonly incidents: number;
  /** Seconds since the start of the oldest incident; 0 if there is none. */
  readonly incidentSeconds: number;
  /**
   * Number of chains that wait for their comparison with AEAT, without halted ones, which wait for
   * an operator.
   */
  readonly uncompared: number;
  /** Seconds for which the first of them has been waiting; 0 if none waits. */
  readonly uncomparedSeconds: number;
};

/** Measures the submission of all chains. */
export async function measureRemission(connection: Connection, now: Date): Promise<RemissionMeasures> {
  const { rows } = await query(connection, sql.measureRemission(now));
  return rows[0]!;
}
