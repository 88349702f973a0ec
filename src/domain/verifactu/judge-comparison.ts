import type { ConsultedRecord } from './answer.ts';

/** A record of this engine in AEAT's register. Its RefExterna contains its chain and sequence. */
export type OwnReference = { readonly sequence: number; readonly hash: string | null };

/**
 * Returns the records of AEAT's register that a chain sent, according to their RefExterna. Chains of other databases use the same references, so the
 * installation number is compared too. A record without installation number counts as sent by the chain, which is the safe assumption.
 */
export function findOwnReferences(
  chain: { readonly chainId: number; readonly installationNumber: string },
  records: readonly ConsultedRecord[],
): OwnReference[] {
  return records.flatMap(({ externalReference, installationNumber, hash }) => {
    const [, chainId, sequence] = /^(\d{1,15})-(\d{1,15})$/.exec(externalReference ?? '') ?? [];
    const isOurs = Number(chainId) === chain.chainId && isInstallation(installationNumber, chain);
    return isOurs ? [{ sequence: Number(sequence), hash }] : [];
  });
}

function isInstallation(shown: string | null, chain: { readonly installationNumber: string }): boolean {
  return shown === null || shown === chain.installationNumber;
}

/**
 * Returns the records whose huella differs from ours or is missing. Only these matter for `judgeComparison`, so that the rest of a long register need
 * not be kept in memory.
 */
export function findDoubtful(
  references: readonly OwnReference[],
  hashes: ReadonlyMap<number, string>,
): OwnReference[] {
  return references.filter(({ sequence, hash }) => hash === null || hashes.get(sequence) !== hash);
}

export type ComparisonVerdict =
  | { readonly kind: 'same' }
  /** AEAT returned records without their huella, which may differ from ours. `sequence` is the first of them. */
  | { readonly kind: 'unclear'; readonly sequence: number }
  /** AEAT has records that the database lacks. `sequence` is the first of them, `last` the last one. */
  | {
      readonly kind: 'ahead';
      readonly sequence: number;
      readonly last: number;
      /** The first sequence at which the database has a record with another huella, which means that the chain is forked; null if there is none. */
      readonly forkedAt: number | null;
    };

/**
 * Determines whether AEAT has records of a chain that the database lacks: after its last record, or different records with the same sequence. This
 * happens after a restore of an older backup.
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
