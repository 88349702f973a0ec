import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Engine, openEngine } from '../../../clients/typescript/src/engine.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { issuingContext } from '../../support/engine.ts';
import { LONG } from '../../support/long.ts';
import { type ListeningApi, openListeningApi } from '../support/listening-api.ts';
import { openIbe, type SubmittedBatches } from '../support/run-ibe.ts';
import { EXPORTS, type ShopName } from '../support/shop-exports/exports.ts';
import { MAGENTO_MAP } from '../support/shop-exports/ledger.ts';
import type { Remark } from '../../../clients/typescript/src/cli/remarks.ts';

/* Each order of a shop becomes an invoice with its total to the cent, or a finding says why not. The long tests read 1000 orders of each shop. */

const COUNT = LONG ? 1000 : 100;

let listening: ListeningApi;
beforeAll(async () => void (listening = await openListeningApi()));
afterAll(() => listening[Symbol.asyncDispose]());

const SHOPS = Object.keys(EXPORTS) as ShopName[];
const cents = (amount: string) => Math.round(Number(amount) * 100);

/** The least share of the orders that become invoices without a change of the export, in per cent. Others are in other currencies, gifts, or say too little. */
const LEAST: Readonly<Record<ShopName, number>> = {
  woocommerce: 90,
  shopify: 90,
  prestashop: 90,
  odoo: 80,
  stripe: 75,
  magento: 99,
};

/** The only reasons for which orders of these shops become no invoices. */
const REASON = /its currency is USD|nothing was charged/;
const PLAIN_SHOPS: readonly ShopName[] = ['woocommerce', 'shopify', 'prestashop', 'magento'];

function writeMap(shop: ShopName, day: string): object {
  const own =
    shop === 'magento' ? MAGENTO_MAP : shop === 'odoo' ? { preset: shop, decimal: ',' } : { preset: shop };
  const constants = { issuer_nif: 'B12345674', ...(shop !== 'odoo' && { issue_date: day }) };
  if (shop === 'magento') return { ...MAGENTO_MAP, constants: { ...MAGENTO_MAP.constants, ...constants } };
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
  it('becomes invoices with the totals of its orders, or findings', { timeout: 120_000 }, async () => {
    const organization = await listening.api.createOrganization(`${shop} SL`);
    const ibe = openIbe({ url: listening.url, organization });
    const engine = openEngine({ url: listening.url, apiKey: organization.apiKey });
    onTestFinished(() => engine.close());
    const { csv, totals: all } = EXPORTS[shop](COUNT);
    const totals = new Map([...all].filter(([id]) => !isLeftOut(shop, csv, id)));
    const day = listening.api.clock.now.toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });
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
    if (LONG)
      console.log(
        `${shop}: ${usable} of ${totals.size} orders become invoices, ${questioned.size} with another total`,
      );
    expect((100 * usable) / totals.size).toBeGreaterThan(LEAST[shop]);
    expect(refused.filter(({ message }) => PLAIN_SHOPS.includes(shop) && !REASON.test(message))).toEqual([]);
    // Corrected or not, the refused rows are a table of the same kind.
    if (named === '') return;
    const again = JSON.parse(
      (await ibe.run('validate', refusedFile, '--map', map, '--json')).out,
    ) as Validated;
    expect(new Set(again.errors.map(({ code }) => code))).toEqual(new Set(refused.map(({ code }) => code)));
  });
});

/** Returns whether the map of Magento leaves out an order. */
function isLeftOut(shop: ShopName, csv: string, id: string): boolean {
  if (shop !== 'magento') return false;
  const row = csv.split('\n').find((line) => line.startsWith(`${id},`))!;
  return Object.values(MAGENTO_MAP.skip).some((values) => values.some((value) => row.includes(`,${value},`)));
}

/** Issues a batch, and returns what its invoices charge in cents by their external ids. @param expected what they should charge. */
async function readTotals(engine: Engine, batchId: number, expected: ReadonlyMap<string, number>) {
  await processBatch(issuingContext(listening.api), batchId);
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
