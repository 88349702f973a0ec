import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RECORDED_MEANS } from '../../../src/contracts/codes.ts';
import { draftCollection } from '../../../src/domain/sii/draft-collection.ts';
import { matchCollections } from '../../../src/domain/sii/messages/match-collections.ts';
import type { Collection } from '../../../src/domain/sii/messages/write-collections.ts';
import { readCents } from '../../../src/domain/money/decimals.ts';

const INVOICE = {
  issueDate: '2026-11-20',
  currency: 'EUR',
  outstanding: 12_100n,
  uncollected: 0n,
  payments: 0,
  forcedOn: '2027-12-31',
  settlement: null,
  collected: { issuerNif: 'B12345674', exchangeRate: null },
};
const PAYMENT = {
  date: '2026-11-25',
  amount: 12_100n,
  means: 'cash',
  account: null,
  outstanding: 0n,
} as const;

describe('what SII is told of a payment', () => {
  it('has AEAT’s means and is due four working days later', () => {
    const means = RECORDED_MEANS.map((each) => [
      each,
      draftCollection({ ...PAYMENT, means: each }, INVOICE)!.means,
    ]);
    expect(Object.fromEntries(means)).toEqual({
      bank_transfer: '01',
      cheque: '02',
      not_collected: '03',
      cash: '04',
      cash_on_delivery: '04',
      credit_card: '04',
      bizum: '04',
      others: '04',
      direct_debit: '05',
      bank_remittance: '05',
    });
    // The weekend of the 28th does not count.
    expect(draftCollection(PAYMENT, INVOICE)).toMatchObject({ amount: '121.00', dueBy: '2026-12-01' });
    expect(draftCollection({ ...PAYMENT, date: '2026-11-02' }, INVOICE)!.dueBy).toBe('2026-11-26');
    expect(draftCollection({ ...PAYMENT, date: '2030-01-02' }, INVOICE)!.dueBy).toBeNull();
  });

  it('is in euros, and nothing outside of regime 07 in SII', () => {
    const collected = { issuerNif: 'B12345674', exchangeRate: '0.925' };
    expect(draftCollection(PAYMENT, { ...INVOICE, collected })!.amount).toBe('111.93');
    expect(draftCollection(PAYMENT, { ...INVOICE, collected: null })).toBeNull();
  });
});

describe('collections that AEAT has', () => {
  const arbitrary = fc.record({
    date: fc.constantFrom('2026-11-24', '2026-11-25'),
    amount: fc.constantFrom('1.00', '2.50', '-1.00'),
    means: fc.constantFrom('01', '04'),
    account: fc.constantFrom(null, 'ES9121000418450200051332'),
  });
  const some = fc.array(arbitrary, { maxLength: 4 });
  const asConsulted = (collections: readonly Collection[], csv: string) =>
    collections.map(({ date, amount, means, account }) => ({
      date,
      cents: readCents(amount),
      means,
      account,
      csv,
    }));

  it('are those of a message if they are there besides the earlier ones, in any order', () => {
    fc.assert(
      fc.property(
        some,
        fc.array(arbitrary, { minLength: 1, maxLength: 4 }),
        fc.func(fc.integer()),
        (before, sent, order) => {
          const earlier = asConsulted(before, 'EARLIER');
          expect(matchCollections(sent, before, earlier)).toEqual({ kind: 'absent' });
          const all = [...earlier, ...asConsulted(sent, 'OWN')].toSorted(
            (one, other) => order(one.date, one.cents) - order(other.date, other.cents),
          );
          expect(matchCollections(sent, before, all).kind).toBe('registered');
          const part = [...earlier, ...asConsulted(sent.slice(1), 'OWN')];
          expect(matchCollections(sent, before, part).kind).toBe(sent.length > 1 ? 'unclear' : 'absent');
        },
      ),
    );
  });
});
