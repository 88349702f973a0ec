import type { PoolClient } from 'pg';
import { verifyLink, verifyRecord, type VerifiedLink } from 'verifactu-protocol/records/verify-record';
import { BlockDamage } from '../platform/literals/literal-block.ts';
import { type Anchor, type ChainSummary, listAnchors, readRecords } from './chains/chains.ts';

export type ChainVerdict =
  | {
      readonly kind: 'intact';
      readonly records: number;
      /**
       * Number of these records that were archived with their month, if any: their links and
       * anchors hold, and their literals are verified in the archive files.
       */
      readonly away?: number;
    }
  | { readonly kind: 'broken'; readonly sequence: number; readonly problem: string };

/**
 * Recomputes every huella and link of a chain from the stored literals and compares the result with
 * its head. For archived records only links and anchors are verified.
 * @param client reads one snapshot, as in `withSnapshot`, in which the chain's head was read too.
 *   Otherwise records issued since would look like damage.
 * @returns the number of records, or the first break with its position.
 */
export async function verifyChain(client: PoolClient, chain: ChainSummary): Promise<ChainVerdict> {
  let link: VerifiedLink | null = null;
  let away = 0;
  try {
    const anchors = await listAnchors(client, chain.id);
    for await (const { xml, ...record } of readRecords(client, chain.id)) {
      if (xml === null) away += 1;
      const verified: VerifiedLink | string =
        xml === null ? verifyLink(record, link) : verifyRecord({ ...record, xml }, link);
      const problem =
        typeof verified === 'string' ? verified : findLooseAnchor(anchors, record, xml === null);
      if (problem !== null) return { kind: 'broken', sequence: record.sequence, problem };
      link = verified as VerifiedLink;
    }
  } catch (error) {
    if (!(error instanceof BlockDamage)) throw error;
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
      problem: "the huella in the chain's head differs from that of its last record",
    };
  }
  return { kind: 'intact', records, ...(away > 0 && { away }) };
}

/** Returns how a record differs from the anchor of its archived month, or null if it matches. */
function findLooseAnchor(
  anchors: readonly Anchor[],
  {
    sequence,
    hash,
    previousHash,
  }: { readonly sequence: number; readonly hash: string; readonly previousHash: string | null },
  isAway: boolean,
): string | null {
  const anchor = anchors.find(
    ({ firstSequence, lastSequence }) => firstSequence <= sequence && sequence <= lastSequence,
  );
  if (anchor === undefined) return isAway ? 'its XML is archived, but it has no anchor' : null;
  if (sequence === anchor.firstSequence && previousHash !== anchor.hashBefore)
    return 'the huella before it differs from the one in the anchor of its archived month';
  if (sequence === anchor.lastSequence && hash !== anchor.lastHash)
    return 'its huella differs from the one in the anchor of its archived month';
  return null;
}
