/*
 * Compares the records of a chain in AEAT's register with those in the sender's database.
 */

/**
 * A record of the chain in AEAT's register. `sequence` is its place in the chain, from its
 * RefExterna.
 */
export type OwnReference = { readonly sequence: number; readonly hash: string | null };

/**
 * Returns the records whose huella differs from ours or is missing. Only these matter for
 * `judgeComparison`, so that the rest of a long register need not be kept in memory.
 */
export function findDoubtful(
  references: readonly OwnReference[],
  hashes: ReadonlyMap<number, string>,
): OwnReference[] {
  return references.filter(({ sequence, hash }) => hash === null || hashes.get(sequence) !== hash);
}

export type ComparisonVerdict =
  | { readonly kind: 'same' }
  /**
   * AEAT returned records without their huella, which may differ from ours. `sequence` is the first
   * of them.
   */
  | { readonly kind: 'unclear'; readonly sequence: number }
  /**
   * AEAT has records that the database lacks. `sequence` is the first of them, `last` the last one.
   */
  | {
      readonly kind: 'ahead';
      readonly sequence: number;
      readonly last: number;
      /**
       * The first sequence at which the database has a record with another huella, which means that
       * the chain is forked; null if there is none.
       */
      readonly forkedAt: number | null;
    };

/**
 * Determines whether AEAT has records of a chain that the database lacks: after its last record, or
 * different records with the same sequence. This happens after a restore of an older backup.
 * @param references all records of the chain in AEAT's register, or only those from `findDoubtful`.
 * @param hashes the stored huellas by sequence; sequences that the database lacks are absent.
 */
export function judgeComparison(
  references: readonly OwnReference[],
  hashes: ReadonlyMap<number, string>,
): ComparisonVerdict {
  const strange = references.filter(
    ({ sequence, hash }) => !hashes.has(sequence) || (hash !== null && hashes.get(sequence) !== hash),
  );
  if (strange.length === 0) {
    const bare = references.filter(({ hash }) => hash === null);
    return bare.length === 0 ? { kind: 'same' } : { kind: 'unclear', sequence: leastOf(bare) };
  }
  const sequences = strange.map(({ sequence }) => sequence);
  const twofold = strange.filter(({ sequence }) => hashes.has(sequence));
  return {
    kind: 'ahead',
    sequence: leastOf(strange),
    last: sequences.reduce((most, sequence) => Math.max(most, sequence)),
    forkedAt: twofold.length === 0 ? null : leastOf(twofold),
  };
}

function leastOf(references: readonly OwnReference[]): number {
  return references.reduce((least, { sequence }) => Math.min(least, sequence), Infinity);
}
