import { describe, expect, it } from 'vitest';
import { addReplaced, type ReplacedAmounts } from '../../../src/domain/invoice/originals.ts';
import type { PreparedInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { resolveRectified } from '../../../src/domain/invoice/resolve-rectified.ts';
import { buildOriginal, knowOriginals } from '../support/originals.ts';
import { rectify } from '../support/prepared.ts';

describe('the amounts that a rectification by substitution replaces', () => {
  const substitute = (changes: object = {}) =>
    rectify([], {
      rectification: {
        method: 'substitution',
        reason: 'Error',
        invoices: [{ issued_invoice_id: 5 }, { issued_invoice_id: 6 }],
        ...changes,
      },
    });
  it('are refused if their sums have more than 12 digits, which no record can state (AEAT 1100)', () => {
    const huge = { base: '600000000000.00', tax: '100.00' };
    const resolved = (other: ReplacedAmounts) =>
      resolveRectified(
        substitute(),
        knowOriginals(found),
        new Map([
          [5, huge],
          [6, other],
        ] as const),
      );
    expect(resolved(huge)).toMatchObject({
      findings: [{ field: 'rectification', code: 'out_of_range', aeatCode: 1100 }],
    });
    expect(resolved({ base: '399999999999.99', tax: '0.00' }).kind).toBe('prepared');
  });

  const found = new Map([5, 6].map((id) => [id, buildOriginal(id)] as const));
  const charged = new Map([
    [5, { base: '100.00', tax: '21.00' }],
    [6, { base: '50.10', tax: '10.52', surcharge: '2.61' }],
  ]);
  const replacedOf = (invoice: PreparedInvoice) => {
    const resolved = resolveRectified(invoice, knowOriginals(found), charged);
    return resolved.kind === 'prepared' ? resolved.invoice.document.rectification?.replaced : null;
  };

  it('are the sums of what the issued invoices charge', () => {
    expect(replacedOf(substitute())).toEqual({ base: '150.10', tax: '31.52', surcharge: '2.61' });
  });

  it('are those of the request if it states them', () => {
    expect(replacedOf(substitute({ rectified_base: 90, rectified_tax: '18.90' }))).toEqual({
      base: '90.00',
      tax: '18.90',
    });
  });

  it('must be stated for an original of an archived month', () => {
    const archived = new Map([...found, [6, buildOriginal(6, { isArchived: true })] as const]);
    expect(resolveRectified(substitute(), knowOriginals(archived), charged)).toMatchObject({
      findings: [
        {
          field: 'rectification.rectified_base',
          code: 'blank',
          aeatCode: 1118,
          message: { en: expect.stringContaining('ORIGINAL-6 belongs to an archived month') },
        },
      ],
    });
    expect(
      resolveRectified(substitute({ rectified_base: 1, rectified_tax: 1 }), knowOriginals(archived), charged)
        .kind,
    ).toBe('prepared');
  });

  it('add up without a surcharge if no original has one', () => {
    expect(
      addReplaced([
        { base: '0.10', tax: '-0.20' },
        { base: '0.20', tax: '0.10' },
      ]),
    ).toEqual({
      base: '0.30',
      tax: '-0.10',
    });
  });
});
