import type { InvoiceRecord } from './statements/corrections.ts';

type Wish = {
  readonly wish: 'annul' | 'resend';
  readonly reason: string;
  readonly isRecipientOutsideCensus?: boolean;
};

/**
 * The record that this order has made already: a client that got no answer sends it again. One that AEAT has refused since, or found errors in, may be
 * ordered anew for the same reason.
 * @param records of the invoice, in the order of the chain.
 */
export function findRepeated(records: readonly InvoiceRecord[], order: Wish): InvoiceRecord | undefined {
  const { wish, reason, isRecipientOutsideCensus = false } = order;
  const last = records.at(-1);
  if (!last?.isCorrection || last.reason !== reason) return undefined;
  if (last.kind === 'alta') {
    const isSame = wish === 'resend' && last.isRecipientOutsideCensus === isRecipientOutsideCensus;
    return isSame && (last.answer === null || last.answer === 'accepted') ? last : undefined;
  }
  if (last.answer === 'rejected' || isRecipientOutsideCensus) return undefined;
  // The first annulment was an order to annul, those after it to resend that.
  const isFirst = records.filter(({ kind }) => kind === 'anulacion').length === 1;
  return isFirst === (wish === 'annul') ? last : undefined;
}
