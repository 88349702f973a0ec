import { describe, expect, it } from 'vitest';
import { pickMembers, type Selection } from '../../../src/domain/reading/selection.ts';

describe('pickMembers', () => {
  const invoice = {
    id: 1,
    totals: { base: '1.00', tax: '0.21', withholdings: [{ rate: '15' }] },
    recipient: null,
    rectified_by: [
      { invoice_number: 'R-1', annulled: false },
      { invoice_number: 'R-2', annulled: true },
    ],
  };

  it('keeps the selected members in their own order, whole or with some of their members', () => {
    expect(JSON.stringify(pickMembers(invoice, { totals: { tax: true, base: true }, id: true }))).toBe(
      '{"id":1,"totals":{"base":"1.00","tax":"0.21"}}',
    );
    expect(pickMembers(invoice, { totals: true })).toEqual({ totals: invoice.totals });
  });

  it('selects the members of each item of a list, and leaves null', () => {
    expect(pickMembers(invoice, { rectified_by: { annulled: true }, recipient: { name: true } })).toEqual({
      recipient: null,
      rectified_by: [{ annulled: false }, { annulled: true }],
    });
  });

  it('has nothing for members that are absent, or inherited', () => {
    expect(
      pickMembers({ id: 1 }, JSON.parse('{"id":true,"totals":true,"toString":true}') as Selection),
    ).toEqual({ id: 1 });
  });
});
