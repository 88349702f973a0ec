import type { CorrectionAction } from '../contracts/correction-input.ts';
import type { InvoiceRecord } from './statements/corrections.ts';
import type { EntryVersion } from './statements/entries.ts';

type Order = {
  readonly action: CorrectionAction;
  readonly reason: string;
  readonly isRecipientOutsideCensus?: boolean;
};

/**
 * Returns the record that the same order has already created, because a client that got no answer
 * repeats its request. If AEAT has refused that record or found errors in it, the order may be
 * given again for the same reason.
 * @param records all records of the invoice, in the order of the chain.
 */
export function findRepeated(records: readonly InvoiceRecord[], order: Order): InvoiceRecord | undefined {
  const { action, reason, isRecipientOutsideCensus = false } = order;
  const last = records.at(-1);
  if (!last?.isCorrection || last.reason !== reason) return undefined;
  if (last.kind === 'alta') {
    const isSame = action === 'resend' && last.isRecipientOutsideCensus === isRecipientOutsideCensus;
    return isSame && (last.answer === null || last.answer === 'accepted') ? last : undefined;
  }
  if (last.answer === 'rejected' || isRecipientOutsideCensus) return undefined;
  // The first annulment comes from an order to annul; later ones come from orders to resend it.
  const isFirst = records.filter(({ kind }) => kind === 'anulacion').length === 1;
  return isFirst === (action === 'annul') ? last : undefined;
}

/**
 * Returns the version of an entry in SII that the same order has already added, as `findRepeated`
 * does for records.
 * @param versions all versions of the entry, in their order.
 */
export function findRepeatedVersion(
  versions: readonly EntryVersion[],
  order: Order,
): EntryVersion | undefined {
  const { action, reason, isRecipientOutsideCensus = false } = order;
  const last = versions.at(-1);
  if (last === undefined || last.orderedBy === null || last.reason !== reason) return undefined;
  if (last.state === 'rejected') return undefined;
  if (last.kind !== 'baja') {
    const isSame = action === 'resend' && last.isRecipientOutsideCensus === isRecipientOutsideCensus;
    return isSame && last.state !== 'accepted_with_errors' ? last : undefined;
  }
  if (isRecipientOutsideCensus) return undefined;
  // The first withdrawal comes from an order to annul; later ones come from orders to resend it.
  const isFirst = versions.filter(({ kind }) => kind === 'baja').length === 1;
  return isFirst === (action === 'annul') ? last : undefined;
}
