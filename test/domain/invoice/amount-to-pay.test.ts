import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import { judgeAmountToPay } from '../../../src/domain/invoice/amount-to-pay.ts';
import { buildDocument } from '../../render/support/build-invoice.ts';

const TOTALS: InvoiceDocument['totals'] = {
  base: '100.00',
  tax: '21.00',
  total: '121.00',
  withholdings: [],
  reimbursableExpenses: null,
  payable: '121.00',
};
const WITHHELD = {
  ...TOTALS,
  withholdings: [{ rate: '15', base: '100.00', amount: '15.00' }],
  payable: '106.00',
};
const CREDIT = { ...TOTALS, base: '-100.00', tax: '-21.00', total: '-121.00', payable: '-121.00' };
const WITHHELD_CREDIT = {
  ...CREDIT,
  withholdings: [{ rate: '15', base: '-100.00', amount: '-15.00' }],
  payable: '-106.00',
};
const NOTHING = { ...TOTALS, base: '0.00', tax: '0.00', total: '0.00', payable: '0.00' };

describe('the amount to pay', () => {
  it.each(
    [TOTALS, WITHHELD, CREDIT, NOTHING].flatMap((totals) =>
      [true, false, null].map((paid) => ({ totals, paid })),
    ),
  )('is not due for an annulled invoice: $totals.payable, paid $paid', ({ totals, paid }) => {
    const invoice = { document: buildDocument({ totals, paid }), annulledOn: '2026-03-02' };
    expect(judgeAmountToPay(invoice)).toMatchObject({
      label: 'annulledAmount',
      amount: totals.total,
      isDue: false,
      settled: null,
      hasPayment: false,
    });
  });

  it.each([
    ['is the total without withholdings and expenses', TOTALS, null, 'payable', '121.00', 'due'],
    ['is less than the total with a withholding', WITHHELD, false, 'payable', '106.00', 'due'],
    ['is not due when it is paid', TOTALS, true, 'total', '121.00', 'paid'],
    ['is the amount paid after a withholding', WITHHELD, true, 'paidAmount', '106.00', 'paid'],
    ['is a credit for the customer when it is negative', CREDIT, null, 'inFavour', '121.00', null],
    ['is refunded when it is negative and paid', CREDIT, true, 'total', '-121.00', 'refunded'],
    [
      'is the amount refunded after a withholding',
      WITHHELD_CREDIT,
      true,
      'refundedAmount',
      '106.00',
      'refunded',
    ],
    ['is not due when it is zero', NOTHING, null, 'payable', '0.00', null],
  ] as const)('%s', (_, totals, paid, label, amount, state) => {
    expect(judgeAmountToPay({ document: buildDocument({ totals, paid }), annulledOn: null })).toEqual({
      label,
      amount,
      isDue: state === 'due',
      settled: state === 'due' ? null : state,
      hasPayment: true,
    });
  });

  it.each(['R2', 'R3'] as const)('is not shown as a credit for a debtor who never paid: %s', (type) => {
    for (const [totals, paid] of [
      [CREDIT, null],
      [WITHHELD_CREDIT, false],
    ] as const) {
      expect(judgeAmountToPay({ document: buildDocument({ type, totals, paid }), annulledOn: null })).toEqual(
        {
          label: 'total',
          amount: '-121.00',
          isDue: false,
          settled: null,
          hasPayment: false,
        },
      );
    }
  });
});
