import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { writeFacturae } from '../../../src/domain/einvoice/facturae/write-facturae.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { scaleDecimal } from '../../../src/domain/money/decimals.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { runsOf } from '../../support/long.ts';
import { TODAY } from '../support/inputs.ts';
import { buildV2, lineV2, RECIPIENT_V2 } from '../support/v2-cases.ts';

const DECIMALS = 14;
const RECIPIENT = { ...RECIPIENT_V2, postal_code: '28013', city: 'Madrid' };

/**
 * Prices with tax, and so many units that six decimals of a price without tax would not give the
 * net amount.
 */
const lines = fc.record({
  units: fc.oneof(fc.constantFrom(100_000, 1_000_000), fc.integer({ min: 1, max: 10_000_000 })),
  unit_price: fc.integer({ min: 1, max: 9_999_999 }).map((scaled) => (scaled / 1e6).toFixed(6)),
  discount_percent: fc.option(fc.constantFrom(5, '12.5')),
  tax_rate: fc.constantFrom(4, 10, 21),
});

it('a price without tax gives the net amount of any number of units, to the two cents that Peppol tolerates (R120)', () => {
  fc.assert(
    fc.property(lines, (line) => {
      const input = buildV2({ recipients: [RECIPIENT], prices_include_tax: true, lines: [lineV2(line)] });
      const prepared = prepareInvoice(input, { organizationName: 'Ejemplo SL', today: TODAY });
      if (prepared.kind === 'refused') return;
      const { document } = prepared.invoice;
      const [one] = buildTerms(document, buildProfile())['BG-25'];
      const scale = (text: string) => scaleDecimal(text, DECIMALS);
      const allowed = one!.allowancesAndCharges.reduce((sum, { amount }) => sum + scale(amount), 0n);
      const product = BigInt(one!['BT-129']) * scale(one!['BT-146']);
      const difference = product - allowed - scale(one!['BT-131']);
      expect(difference <= scale('0.02') && difference >= scale('-0.02')).toBe(true);
      // The schema of Facturae allows a price eight decimals.
      const [, price = ''] = /<UnitPriceWithoutTax>([^<]*)</.exec(writeFacturae(document, buildProfile()))!;
      expect(price).toMatch(/^\d+(\.\d{1,8})?$/);
    }),
    { numRuns: runsOf(600) },
  );
});
