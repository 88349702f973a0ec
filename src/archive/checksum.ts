import { createHash } from 'node:crypto';

/*
 * Checksums of rows that do not depend on their order. PostgreSQL computes the same
 * (partitions/sum-rows.sql). Each row adds the first seven bytes of the SHA-256 of a text that
 * identifies it.
 */

/** The number of rows and the sum over them. */
export type Checksum = { readonly rows: number; readonly sum: bigint };

export const NOTHING: Checksum = { rows: 0, sum: 0n };

/**
 * Returns the checksum with one more row.
 * @param text identifies the row. Sums are comparable only if both sides build the same texts.
 */
export function add({ rows, sum }: Checksum, text: string): Checksum {
  const digest = createHash('sha256').update(text).digest();
  return { rows: rows + 1, sum: sum + (digest.readBigUInt64BE(0) >> 8n) };
}

export const isSame = (one: Checksum, other: Checksum) => one.rows === other.rows && one.sum === other.sum;

export const addUp = (one: Checksum, other: Checksum): Checksum => ({
  rows: one.rows + other.rows,
  sum: one.sum + other.sum,
});
