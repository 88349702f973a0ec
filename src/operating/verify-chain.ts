import type { PoolClient } from 'pg';
import { verifyRecord, type VerifiedLink } from '../domain/verifactu/verify-record.ts';
import { PackDamage } from '../persistence/packs/pack.ts';
import { type ChainSummary, readRecords } from '../persistence/read/chains.ts';

export type ChainVerdict =
  | { readonly kind: 'intact'; readonly records: number }
  | { readonly kind: 'broken'; readonly sequence: number; readonly problem: string };

/**
 * Recomputes every huella and link of a chain from the stored literals, and compares its head.
 * @param client sees one moment, as in `withSnapshot`, and the chain's head was read there: what was issued since would look like damage.
 * @returns the number of records, or the first break with its place.
 */
export async function verifyChain(client: PoolClient, chain: ChainSummary): Promise<ChainVerdict> {
  let link: VerifiedLink | null = null;
  try {
    for await (const record of readRecords(client, chain.id)) {
      const verified: VerifiedLink | string = verifyRecord(record, link);
      if (typeof verified === 'string')
        return { kind: 'broken', sequence: record.sequence, problem: verified };
      link = verified;
    }
  } catch (error) {
    if (!(error instanceof PackDamage)) throw error;
    return { kind: 'broken', sequence: (link?.sequence ?? 0) + 1, problem: error.message };
  }
  const records = link?.sequence ?? 0;
  if (records !== chain.sequence) {
    const problem = `the chain's head is at record ${chain.sequence}, its last record is ${records}`;
    return { kind: 'broken', sequence: records, problem };
  }
  if ((link?.hash ?? null) !== chain.lastHash) {
    return {
      kind: 'broken',
      sequence: records,
      problem: "the chain's head has another huella than its last record",
    };
  }
  return { kind: 'intact', records };
}
