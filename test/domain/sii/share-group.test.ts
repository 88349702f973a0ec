import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TaxGroup } from '../../../src/contracts/invoice-document.ts';
import { formatCents } from '../../../src/domain/money/decimals.ts';
import { registeredOf, shareGroup, type Weights } from '../../../src/domain/sii/share-group.ts';

/* A tax group that charges goods and services is divided to the cent. */

const cents = fc.bigInt({ min: -99_999_99n, max: 99_999_99n });
const weight = fc.record({ net: cents, margin: cents, costBase: cents });
const weights: fc.Arbitrary<Weights> = fc.record({ goods: weight, services: weight });

const groups: fc.Arbitrary<TaxGroup> = fc
  .record({
    base: cents,
    tax: cents,
    surcharge: fc.option(cents),
    costBase: fc.option(cents),
    price: fc.option(cents),
    rate: fc.constantFrom('0', '4', '10', '21'),
  })
  .map(({ base, tax, surcharge, costBase, price, rate }) => ({
    taxType: 'iva',
    regime: '01',
    operationKey: 'S1',
    exemptionCode: null,
    rate,
    base: formatCents(base),
    tax: formatCents(tax),
    ...(surcharge !== null && { surchargeRate: '5.2', surcharge: formatCents(surcharge) }),
    ...(costBase !== null && { costBase: formatCents(costBase) }),
    ...(price !== null && { price: formatCents(price) }),
  }));

describe('the parts of a tax group', () => {
  it('add up to the group in every amount', () => {
    fc.assert(
      fc.property(groups, weights, (group, shares) => {
        const { goods, services } = shareGroup(group, shares);
        const all = registeredOf(group);
        const sum = (name: 'base' | 'tax' | 'costBase' | 'surcharge') => goods[name] + services[name];
        const isSurcharged = group.surchargeRate !== undefined;
        expect([sum('base'), sum('tax'), sum('costBase')]).toEqual([all.base, all.tax, all.costBase]);
        expect(sum('surcharge')).toBe(isSurcharged ? all.surcharge : 0n);
        expect(all.price === null ? null : goods.price! + services.price!).toBe(all.price);
      }),
    );
  });

  const group = (base: string, tax: string): TaxGroup => ({
    taxType: 'iva',
    regime: '01',
    operationKey: 'S1',
    exemptionCode: null,
    rate: '21',
    base,
    tax,
  });
  const of = (goods: bigint, services: bigint): Weights => ({
    goods: { net: goods, margin: 0n, costBase: 0n },
    services: { net: services, margin: 0n, costBase: 0n },
  });

  it('are the lines themselves where these add up to the base, even if they cancel each other out', () => {
    expect(shareGroup(group('0.00', '0.00'), of(100_00n, -100_00n))).toMatchObject({
      goods: { base: 100_00n, tax: 21_00n },
      services: { base: -100_00n, tax: -21_00n },
    });
  });

  it('have the cent of rounding in the larger one', () => {
    expect(shareGroup(group('0.05', '0.01'), of(2n, 3n))).toMatchObject({
      goods: { base: 2n, tax: 0n },
      services: { base: 3n, tax: 1n },
    });
  });

  it('follow the lines in proportion where an allowance for all of them lowers the base', () => {
    expect(shareGroup(group('90.00', '18.90'), of(75_00n, 25_00n))).toMatchObject({
      goods: { base: 67_50n },
      services: { base: 22_50n },
    });
  });
});
