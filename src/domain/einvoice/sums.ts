import type { InvoiceDocument } from '../../contracts/invoice-document.ts';
import { formatMessage } from '../../contracts/messages/format-message.ts';
import { formatCents, readCents } from '../money/decimals.ts';
import { NotExpressible } from './refusal.ts';
import { treatTax } from './tax-treatment.ts';
import type { EInvoice } from './terms.ts';

/* The sums of an invoice in the terms of EN 16931. All amounts are those of the document. */

export type Sums = Pick<EInvoice, 'BT-106' | 'BT-107' | 'BT-108' | 'BT-109' | 'BT-110' | 'BT-112'>;

function add(amounts: readonly string[]): bigint {
  return amounts.reduce((sum, amount) => sum + readCents(amount), 0n);
}

/**
 * Adds up the parts of an invoice to the totals that do not depend on what was paid.
 * @returns them, and the total with tax in cents.
 * @throws NotExpressible if they differ from the total of the document (BR-CO-15).
 */
export function sumParts(
  { totals }: InvoiceDocument,
  lines: readonly { readonly 'BT-131': string }[],
  allowances: readonly { readonly isCharge: boolean; readonly amount: string }[],
  breakdown: readonly { readonly 'BT-117': string }[],
): { readonly total: bigint; readonly sums: Sums } {
  const ofLines = add(lines.map((line) => line['BT-131']));
  const charges = allowances.filter(({ isCharge }) => isCharge);
  const reductions = allowances.filter(({ isCharge }) => !isCharge);
  const allowed = add(reductions.map(({ amount }) => amount));
  const charged = add(charges.map(({ amount }) => amount));
  const net = ofLines - allowed + charged;
  const tax = add(breakdown.map((each) => each['BT-117']));
  const total = net + tax;
  const stated = readCents(totals.total) + readCents(totals.foreignTax ?? '0.00');
  if (total !== stated) {
    throw new NotExpressible(
      'BR-CO-15',
      formatMessage('parts_differ', {
        what: formatMessage('the_lines_and_taxes'),
        found: formatCents(total),
        stated: formatCents(stated),
      }),
    );
  }
  return {
    total,
    sums: {
      'BT-106': formatCents(ofLines),
      ...(reductions.length > 0 && { 'BT-107': formatCents(allowed) }),
      ...(charges.length > 0 && { 'BT-108': formatCents(charged) }),
      'BT-109': formatCents(net),
      'BT-110': formatCents(tax),
      'BT-112': formatCents(total),
    },
  };
}

/** Adds the taxes in euros, in cents, without the tax on margins, which is not shown. */
export function addEuroTax({ groups, recipient }: InvoiceDocument): bigint {
  return groups
    .filter((group) => treatTax(group, recipient).tax.category !== 'E')
    .reduce(
      (sum, { euro }) =>
        sum +
        readCents(euro?.tax ?? '0.00') +
        readCents(euro?.surcharge ?? '0.00') +
        readCents(euro?.foreignTax ?? '0.00'),
      0n,
    );
}
