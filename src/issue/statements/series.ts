import { encodeIntegers, encodeTexts } from '../../platform/postgres/binary-array.ts';
import type { Connection } from '../../platform/postgres/database.ts';
import { query } from '../../platform/postgres/statement.ts';
import * as sql from './issuing.sql.ts';

/** A counter of a series in a year, with the last number that it has given. */
export type LockedCounter = sql.LockCountersRow;

/** How counters move, and the numbers that they skip. */
export type CounterMoves = readonly {
  readonly seriesId: number;
  readonly year: number;
  readonly pattern: string;
  readonly first: number;
  readonly last: number;
  readonly skipped: readonly { readonly number: number; readonly invoiceId: number }[];
}[];

/**
 * Locks the counters of series until the transaction ends, always in the same order. The chains of
 * their issuers are locked already.
 */
export async function lockCounters(
  connection: Connection,
  counters: readonly { readonly id: number; readonly year: number }[],
): Promise<readonly LockedCounter[]> {
  const statement = sql.lockCounters(
    counters.map(({ id }) => id),
    counters.map(({ year }) => year),
  );
  return (await query(connection, statement)).rows;
}

/** Reads the revisions of series by their ids. */
export async function readRevisions(
  connection: Connection,
  organizationId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await query(connection, sql.readRevisions(organizationId, ids));
  return new Map(rows.map(({ id, revision }) => [id, revision]));
}

/** Moves the counters of series in the transaction that stores the invoices with their numbers. */
export async function moveCounters(
  connection: Connection,
  organizationId: number,
  moves: CounterMoves,
): Promise<void> {
  const skips = moves.flatMap(({ seriesId, year, skipped }) =>
    skipped.map((each) => ({ seriesId, year, ...each })),
  );
  await query(
    connection,
    sql.moveCounters(
      organizationId,
      encodeIntegers(moves.map(({ seriesId }) => seriesId)),
      moves.map(({ year }) => year),
      encodeTexts(moves.map(({ pattern }) => pattern)),
      encodeIntegers(moves.map(({ first }) => first)),
      encodeIntegers(moves.map(({ last }) => last)),
      encodeIntegers(skips.map(({ seriesId }) => seriesId)),
      skips.map(({ year }) => year),
      encodeIntegers(skips.map(({ number }) => number)),
      encodeIntegers(skips.map(({ invoiceId }) => invoiceId)),
    ),
  );
}
