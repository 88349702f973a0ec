import { readCents } from '../../money/decimals.ts';
import type { ConsultedCollection } from './collections-answer.ts';
import type { Collection } from './write-collections.ts';

/** How AEAT has the collections that a message told it of one invoice. */
export type CollectionsVerdict =
  /** It has all of them. */
  | { readonly kind: 'registered'; readonly csv: string | null }
  /** It has none of them: the message did not arrive. */
  | { readonly kind: 'absent' }
  /** It has some: another system told of the same invoice. */
  | { readonly kind: 'unclear' };

/**
 * Determines from the collections that AEAT has of an invoice whether those of a message are among
 * them. AEAT gives collections no ids, so equal ones are counted.
 * @param before those that AEAT had accepted before.
 */
export function matchCollections(
  sent: readonly Collection[],
  before: readonly Collection[],
  atAeat: readonly ConsultedCollection[],
): CollectionsVerdict {
  const counts = new Map<string, number>();
  for (const { date, cents, means, account } of atAeat) add(counts, keyOf(date, cents, means, account), 1);
  for (const each of before) add(counts, keyOfOwn(each), -1);
  const found = sent.filter((each) => {
    const key = keyOfOwn(each);
    if ((counts.get(key) ?? 0) <= 0) return false;
    add(counts, key, -1);
    return true;
  });
  if (found.length === 0) return { kind: 'absent' };
  if (found.length < sent.length) return { kind: 'unclear' };
  const own = new Set(sent.map(keyOfOwn));
  const last = atAeat.findLast(({ date, cents, means, account }) =>
    own.has(keyOf(date, cents, means, account)),
  );
  return { kind: 'registered', csv: last?.csv ?? null };
}

function add(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}

const keyOf = (date: string, cents: bigint, means: string, account: string | null): string =>
  `${date} ${cents} ${means} ${account ?? ''}`;

const keyOfOwn = ({ date, amount, means, account }: Collection): string =>
  keyOf(date, readCents(amount), means, account);
