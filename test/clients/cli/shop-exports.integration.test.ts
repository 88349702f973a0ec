import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Engine, openEngine } from '../../../clients/typescript/src/engine.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { issuingContext } from '../../support/engine.ts';
import { LONG } from '../../support/long.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { openIbe, type SubmittedBatches } from '../support/run-ibe.ts';
import { EXPORTS, type ShopName } from '../support/shop-exports/exports.ts';
import type { Remark } from '../../../clients/typescript/src/cli/remarks.ts';

/*
 * Each order of a shop becomes an invoice with its total to the cent, or a finding says why not.
 * The long tests read 1000 orders of each shop.
 */

const COUNT = LONG ? 1000 : 100;

let test: TestRemission;
let url: string;
beforeAll(async () => {
  test = await openTestRemission();
  url = await test.api.app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  test.api.app.server.closeAllConnections();
  await test[Symbol.asyncDispose]();
});

const SHOPS = Object.keys(EXPORTS) as ShopName[];
const cents = (amount: string) => Math.round(Number(amount) * 100);

/**
 * The least share of the orders that become invoices without a change of the export, in per cent.
 * Others are in other currencies, gifts, or say too little.
 */
const LEAST: Readonly<Record<ShopName, number>> = {
  woocommerce: 90,
  shopify: 90,
  prestashop: 90,
  magento: 90,
  odoo: 90,
  stripe: 75,
};

/**
 * The only reasons for which orders become no invoices: what the shop does not say, or what nobody
 * owes.
 */
const REASONS = {
  'another currency without its rate': /its currency is USD/,
  'nothing was charged': /nothing was charged/,
  'a credit note without its invoice': /it is a credit note, and the export does not state/,
  'taxes rounded for each row': /the shop rounds the tax of each row/,
  'a rate that does not follow': /the export does not state the rate of the VAT/,
  'no tax, and not known to be shipped': /no tax was charged, and not everything is shipped/,
} as const;
const OF_SHOPS: Readonly<Partial<Record<ShopName, readonly (keyof typeof REASONS)[]>>> = {
  odoo: ['a credit note without its invoice', 'taxes rounded for each row'],
  prestashop: ['no tax, and not known to be shipped'],
  stripe: ['no tax, and not known to be shipped', 'a rate that does not follow'],
};

function writeMap(shop: ShopName, day: string): object {
  const own = shop === 'odoo' ? { preset: shop, decimal: ',' } : { preset: shop };
  const constants = { issuer_nif: 'B12345674', ...(shop !== 'odoo' && { issue_date: day }) };
  const series = { F1: `F${shop}-0001`, F2: `T${shop}-0001`, R1: `R${shop}-0001`, R5: `D${shop}-0001` };
  return { ...own, constants, series, oss: true, document_in_note: true };
}

type Validated = {
  invoices_count: number;
  valid_invoices_count: number;
  errors: Remark[];
  warnings: Remark[];
};

describe.each(SHOPS)('the export of %s', (shop) => {
  it(
    'becomes invoices with the totals of its orders, which AEAT accepts, or findings',
    { timeout: 120_000 },
    async () => {
      const organization = await test.api.createOrganization(`${shop} SL`);
      const ibe = openIbe({ url, organization });
      const engine = openEngine({ url, apiKey: organization.apiKey });
      onTestFinished(() => engine.close());
      const { csv, totals } = EXPORTS[shop](COUNT);
      const day = test.api.clock.now.toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });
      const file = ibe.write(`${shop}.csv`, csv);
      const map = ibe.write('map.json', writeMap(shop, day));
      const told = await ibe.run('validate', file, '--map', map, '--json');
      const judged = JSON.parse(told.out) as Validated;
      const refusedFile = `${ibe.directory}/refused.csv`;
      const sent = await ibe.run('submit', file, '--map', map, '--refused', refusedFile, '--json');
      const { batches, refused } = JSON.parse(sent.out) as SubmittedBatches & { refused: Remark[] };
      expect(batches.flatMap(({ errors }) => errors)).toEqual([]);
      expect(refused.length).toBe(judged.errors.length);
      const invoices = new Map<string, number>();
      for (const { id } of batches) {
        for (const [own, total] of await readTotals(engine, id, totals)) invoices.set(own, total);
      }
      const questioned = new Set(
        judged.warnings.filter(({ code }) => code === 'total_differs').map((one) => one.external_invoice_id),
      );
      // Each order is an invoice, or its rows are in the other file.
      const named = existsSync(refusedFile) ? readFileSync(refusedFile, 'utf8') : '';
      const wrong = [...totals].filter(([id, total]) => {
        const invoiced = invoices.get(id);
        if (invoiced === undefined) return !named.includes(id);
        return invoiced !== total && !questioned.has(id);
      });
      expect(wrong).toEqual([]);
      const usable = [...totals.keys()].filter((id) => invoices.has(id)).length;
      const reasons: (keyof typeof REASONS)[] = [
        'another currency without its rate',
        'nothing was charged',
        ...(OF_SHOPS[shop] ?? []),
      ];
      const found = new Map(
        reasons.map((reason) => [reason, refused.filter(({ message }) => REASONS[reason].test(message))]),
      );
      if (LONG)
        console.log(
          `${shop}: ${usable} of ${totals.size} become invoices, ${questioned.size} with another total;`,
          [...found].map(([reason, of]) => `${reason}: ${of.length}`).join(', '),
        );
      expect((100 * usable) / totals.size).toBeGreaterThan(LEAST[shop]);
      expect(refused.filter((one) => ![...found.values()].flat().includes(one))).toEqual([]);
      const [chain] = await test.read<{ id: number }>(
        'select id::int from chains where organization_id = $1',
        [organization.id],
      );
      while ((await test.remit(chain!.id)).kind === 'sent') test.pass(70);
      expect(
        await test.read('select distinct state from record_answers where chain_id = $1', [chain!.id]),
      ).toEqual([{ state: 'accepted' }]);
      // Another export contains some of these orders, which are not invoiced again.
      const other = ibe.write('other.csv', EXPORTS[shop](COUNT / 2).csv);
      const resent = await ibe.run('submit', other, '--map', map, '--refused', `${refusedFile}.2`, '--json');
      expect((JSON.parse(resent.out) as SubmittedBatches).batches).toEqual([]);
      expect(resent.err).toContain('is left out, because it is invoiced already');
      // Corrected or not, the refused rows are a table of the same kind.
      if (named === '') return;
      const again = JSON.parse(
        (await ibe.run('validate', refusedFile, '--map', map, '--json')).out,
      ) as Validated;
      expect(new Set(again.errors.map(({ code }) => code))).toEqual(new Set(refused.map(({ code }) => code)));
    },
  );
});

/**
 * Issues a batch, and returns what its invoices charge in cents by their external ids.
 * @param expected what they should charge.
 */
async function readTotals(engine: Engine, batchId: number, expected: ReadonlyMap<string, number>) {
  await processBatch(issuingContext(test.api), batchId);
  const totals: [string, number][] = [];
  for await (const invoice of engine.listInvoices(batchId)) {
    const id = invoice.external_invoice_id!;
    expect([id, invoice.processing_error]).toEqual([id, null]);
    const total = cents(invoice.total_after_taxes!);
    if (total === expected.get(id)) {
      totals.push([id, total]);
      continue;
    }
    // The registered total does not contain the VAT of another member state.
    const whole = await engine.getInvoice(invoice.id);
    totals.push([id, total + cents(whole.totals!.foreign_tax ?? '0')]);
  }
  return totals;
}
