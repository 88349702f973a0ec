import { createHash } from 'node:crypto';

/*
 * Sums over rows in whatever order, which PostgreSQL reckons as well (partitions/sum-rows.sql): of each the first seven bytes of the SHA-256 of a text that names it.
 */

/** How many rows there were, and the sum of what they say. */
export type Checksum = { readonly rows: number; readonly sum: bigint };

export const NOTHING: Checksum = { rows: 0, sum: 0n };

export function add({ rows, sum }: Checksum, text: string): Checksum {
  const digest = createHash('sha256').update(text).digest();
  return { rows: rows + 1, sum: sum + (digest.readBigUInt64BE(0) >> 8n) };
}

export const isSame = (one: Checksum, other: Checksum) => one.rows === other.rows && one.sum === other.sum;

export const addUp = (one: Checksum, other: Checksum): Checksum => ({
  rows: one.rows + other.rows,
  sum: one.sum + other.sum,
});
