import type { ConsultedRecord } from './answer.ts';

/** A record of ours in AEAT's register: RefExterna names its chain and sequence. */
export type OwnReference = { readonly sequence: number; readonly hash: string | null };

/**
 * The records of AEAT's register that a chain of ours sent, by the reference that each record carries. Chains of other databases have the
 * same references: there the installation tells. Where AEAT does not tell it, a record counts as ours, so that nothing goes on wrongly.
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

/** What is not as we have it, or not told: all that there is to judge. The rest of a register, however long, need not be kept. */
export function findDoubtful(
  references: readonly OwnReference[],
  hashes: ReadonlyMap<number, string>,
): OwnReference[] {
  return references.filter(({ sequence, hash }) => hash === null || hashes.get(sequence) !== hash);
}

export type ComparisonVerdict =
  | { readonly kind: 'same' }
  /** AEAT showed one of our records, the first of them `sequence`, without its huella: it may be another. */
  | { readonly kind: 'unclear'; readonly sequence: number }
  /** AEAT has records that we have not: `sequence` is the first of them, `last` the highest that it showed. */
  | {
      readonly kind: 'ahead';
      readonly sequence: number;
      readonly last: number;
      /** The first place where we have a record too, with another huella: the chain is forked. null: nowhere. */
      readonly forkedAt: number | null;
    };

/**
 * Judges whether AEAT knows records of a chain that are not ours any more: beyond our last one, or others in the same places.
 * @param references all that AEAT showed, or the doubtful ones of them.
 * @param hashes our huellas of the sequences that AEAT showed, as far as we have them.
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
