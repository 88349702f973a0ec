import type { Finding } from '../reading/findings.ts';
import { writeIdentity } from './invoice-identity.ts';
import type { NumberedOriginal } from './originals.ts';
import { buildOn } from './resolve-rectified.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import type { Text } from '../../contracts/messages/texts.ts';

/*
 * The invoices of a batch that others of the same batch name by number. The same rules apply to
 * them as to issued ones.
 */

/** An invoice of a batch, as far as others can name it and it names others. */
export type BatchInvoice = {
  /** As `writeIdentity` writes it. */
  readonly identity: string;
  /** The invoices of its issuer that it names by number. */
  readonly numbered: readonly NumberedOriginal[];
};

/**
 * What became of an invoice of the batch that another one names.
 * - `right`: it can be issued.
 * - `failed`: it cannot be issued.
 * - `itself`: it is the naming invoice.
 * - `circular`: it names the naming invoice, directly or through others.
 */
export type Sibling = { readonly index: number; readonly state: 'right' | 'failed' | 'itself' | 'circular' };

/** The invoices of the batch that an invoice names, with the reference to each. */
export type NamedSiblings = readonly (readonly [NumberedOriginal, Sibling])[];

/**
 * Judges the invoices of a batch in their order, but each after those of the batch that it names.
 * The verdict on an invoice therefore does not depend on whether the invoices that it names stand
 * before it or after it.
 * @param isIssued whether an issued invoice has an identity. It takes precedence over one of the
 *   batch.
 * @param judge returns whether the invoice can be issued. Called once for each invoice.
 */
export function judgeInOrder(
  invoices: readonly BatchInvoice[],
  isIssued: (identity: string) => boolean,
  judge: (index: number, siblings: NamedSiblings) => boolean,
): void {
  const places = new Map<string, number>();
  for (const [index, { identity }] of invoices.entries())
    if (!places.has(identity)) places.set(identity, index);
  const verdicts = new Map<number, boolean>();
  const open = new Set<number>();
  const visit = (index: number): boolean => {
    const known = verdicts.get(index);
    if (known !== undefined) return known;
    open.add(index);
    const { identity: own, numbered } = invoices[index]!;
    const siblings: (readonly [NumberedOriginal, Sibling])[] = [];
    for (const named of numbered) {
      const identity = writeIdentity(named.identity);
      if (identity === own) {
        siblings.push([named, { index, state: 'itself' }]);
        continue;
      }
      const place = places.get(identity);
      if (place === undefined || isIssued(identity)) continue;
      const state = open.has(place) ? 'circular' : visit(place) ? 'right' : 'failed';
      siblings.push([named, { index: place, state }]);
    }
    open.delete(index);
    const verdict = judge(index, siblings);
    verdicts.set(index, verdict);
    return verdict;
  };
  for (const index of invoices.keys()) visit(index);
}

/**
 * Finds the invoices of the batch that an invoice must not name.
 * @param describe describes an invoice of the batch in messages.
 */
export function findSiblingProblems(siblings: NamedSiblings, describe: (index: number) => Text): Finding[] {
  return siblings.flatMap(([named, { index, state }]) => {
    if (state === 'right') return [];
    if (state === 'itself') return [buildOn(named, 'not_allowed', formatMessage('names_itself'))];
    if (state === 'failed') return [refuseFailed(named, describe(index))];
    const says = formatMessage('names_in_circle', { other: describe(index) });
    return [buildOn(named, 'not_allowed', says)];
  });
}

/**
 * Builds the finding for an invoice that names one that failed.
 * @param failed describes the one that failed.
 */
export function refuseFailed(named: NumberedOriginal, failed: Text): Finding {
  return buildOn(named, 'not_found', formatMessage('names_failed', { failed }));
}
