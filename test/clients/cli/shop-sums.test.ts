import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readRows } from '../support/read-rows.ts';

/*
 * Whatever a shop sold, its invoice charges what the export states, with the rates that were
 * charged.
 */

const RATES = [21, 10, 4];
const anyLine = fc.record({
  cents: fc.integer({ min: 110, max: 9000 }),
  units: fc.integer({ min: 1, max: 5 }),
  rate: fc.constantFrom(...RATES),
  discount: fc.integer({ min: 0, max: 40 }),
});
type Line = { cents: number; units: number; rate: number; discount: number };

const euros = (cents: number) => (cents / 100).toFixed(2);

/** Divides a price into price without tax and tax, as WooCommerce does. */
function divide(cents: number, rate: number) {
  const tax = Math.round((cents * rate) / (100 + rate));
  return { net: euros(cents - tax), tax: euros(tax) };
}

const priceOf = ({ cents, units }: Line) => cents * units;
const paidOf = (line: Line) => priceOf(line) - Math.round((priceOf(line) * line.discount) / 100);

function exportOf(lines: readonly Line[], shipping: number) {
  const sent = divide(shipping, 21);
  const total = lines.reduce((sum, line) => sum + paidOf(line), shipping);
  return lines.map((line, index) => {
    const [before, after] = [divide(priceOf(line), line.rate), divide(paidOf(line), line.rate)];
    return {
      order_id: '1',
      date: '2026-11-18 10:00:00',
      status: 'completed',
      shipping_total: sent.net,
      shipping_tax_total: sent.tax,
      fee_total: '0.00',
      fee_tax_total: '0.00',
      tax_total: '',
      order_total: euros(total),
      refunded_total: '0.00',
      order_currency: 'EUR',
      shipping_method: shipping === 0 ? '' : 'Precio fijo',
      billing_country: 'ES',
      billing_postcode: '28013',
      shipping_country: 'ES',
      shipping_postcode: '28013',
      item_name: `Artículo ${index}`,
      item_quantity: String(line.units),
      item_subtotal: before.net,
      item_subtotal_tax: before.tax,
      item_total: after.net,
      item_total_tax: after.tax,
      item_refunded: '0',
      tax_items: '',
    };
  });
}

/** Adds up an invoice as the engine does for prices with tax: each line is rounded to the cent. */
const sumLines = (
  lines: readonly { units: string; unit_price: string; allowances?: { amount: string }[] }[],
) =>
  lines.reduce(
    (sum, { units, unit_price: price, allowances = [] }) =>
      sum + Math.round((Number(units) * Number(price) - Number(allowances[0]?.amount ?? 0)) * 100),
    0,
  );

it('the lines of an invoice add up to the total of the order, each with the rate that was charged', async () => {
  const shipping = fc.oneof(fc.constant(0), fc.integer({ min: 110, max: 2000 }));
  await fc.assert(
    fc.asyncProperty(fc.array(anyLine, { minLength: 1, maxLength: 6 }), shipping, async (lines, sent) => {
      const rows = exportOf(lines, sent);
      const { invoices } = await readRows('woocommerce', rows);
      const [invoice] = invoices;
      expect(invoice!.total).toBe(rows[0]!.order_total);
      expect(sumLines(invoice!.lines as Parameters<typeof sumLines>[0])).toBe(
        Math.round(Number(rows[0]!.order_total) * 100),
      );
      const charged = [...lines.map(({ rate }) => rate), ...(sent === 0 ? [] : [21])];
      expect(invoice!.lines!.map((line) => Number(line.tax_rate))).toEqual(charged);
    }),
  );
});
