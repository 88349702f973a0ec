import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Engine,
  type Invoice,
  openEngine,
  type WholeInvoice as Whole,
} from '../../../clients/typescript/src/engine.ts';
import { processBatch } from '../../../src/issue/process-batch.ts';
import { listBlocks } from '../../docs/support/documents.ts';
import { issuingContext } from '../../support/engine.ts';
import { openTestRemission, type TestRemission } from '../../support/remission.ts';
import { openIbe, type Ibe, type SubmittedBatches } from '../support/run-ibe.ts';
import { buildShopifyExport, KINDS, taxesOf, totalOf } from '../support/shop-orders.ts';

/* 1000 orders of a shop, exported by Shopify, become invoices as the guide describes it: with its map and its commands. */

const COUNT = 1000;

/** The map of the guide, with the day of the test. */
function readGuide(day: string): string {
  const [block] = listBlocks('docs/guide.md').filter(({ text }) => text.includes('cat > shop.json'));
  const [, map = ''] = /cat > shop\.json <<JSON\n([^]*?)\nJSON\n/.exec(block!.text) ?? [];
  expect(block!.text).toContain('submit shopify.csv --preset shopify --map shop.json');
  return map.replaceAll(/\$\(.*?\)/g, day);
}

let test: TestRemission;
let removeFiles: () => void;
let ibe: Ibe;
let file: string;
let map: string;
let batches: SubmittedBatches['batches'];
/** The invoices by their external ids. */
let invoices: ReadonlyMap<string, Invoice>;
let engine: Engine;

beforeAll(async () => {
  test = await openTestRemission();
  const { api, organization } = test;
  const url = await api.app.listen({ host: '127.0.0.1', port: 0 });
  ibe = openIbe({ url, organization }, url, (remove) => (removeFiles = remove));
  const day = api.clock.now.toLocaleDateString('sv', { timeZone: 'Europe/Madrid' });
  file = ibe.write('shopify.csv', buildShopifyExport(COUNT, day));
  map = ibe.write('shop.json', readGuide(day));
  ({ batches } = await ibe.json<SubmittedBatches>(0, 'submit', file, '--preset', 'shopify', '--map', map));
  for (const { id } of batches) await processBatch(issuingContext(api), id);
  engine = openEngine({ url, apiKey: organization.apiKey });
  const all: [string, Invoice][] = [];
  for (const { id } of batches)
    for await (const invoice of engine.listInvoices(id)) all.push([invoice.external_invoice_id!, invoice]);
  invoices = new Map(all);
}, 120_000);
afterAll(async () => {
  removeFiles();
  await test[Symbol.asyncDispose]();
});

/** The invoices that each order must become. */
const EXPECTED = Array.from({ length: COUNT }, (_none, index) => {
  const kind = KINDS[index % KINDS.length]!;
  const number = String(1001 + index);
  return kind.types.map((type, position) => ({
    kind,
    id: position === 0 ? number : `${number}-refund`,
    type,
  }));
}).flat();

const cents = (amount: string | null | undefined) => Math.round(Number(amount) * 100);

describe('1000 orders of a shop', () => {
  it('become one invoice each, and a rectifying one for what was paid back, in two batches', () => {
    expect(batches.map(({ outcome, invoices_count: count }) => [outcome, count])).toEqual([
      ['created', 1000],
      ['created', EXPECTED.length - 1000],
    ]);
    expect([...invoices.keys()]).toEqual(EXPECTED.map(({ id }) => id));
    expect([...invoices.values()].map(({ invoice_type: type }) => type)).toEqual(
      EXPECTED.map(({ type }) => type),
    );
  });

  it('have consecutive numbers in a series for each type', () => {
    const all = [...invoices.values()].map(({ invoice_number: number }) => number!);
    for (const start of ['F-2026-', 'T-2026-', 'R-2026-', 'D-2026-']) {
      const own = all.filter((number) => number.startsWith(start));
      const expected = own.map((_none, index) => `${start}${String(index + 1).padStart(4, '0')}`);
      expect(own.length).toBeGreaterThan(50);
      expect(own).toEqual(expected);
    }
  });

  it('have the totals of the export, to the cent', () => {
    const totals = EXPECTED.map(({ kind, id }) => {
      if (id.endsWith('-refund')) return -kind.refunded!;
      // The VAT of another member state is charged, but it is not part of the registered total.
      const foreign = kind.country === 'FR' ? taxesOf(kind)[0]! : 0;
      return totalOf(kind) - foreign;
    });
    expect([...invoices.values()].map((invoice) => cents(invoice.total_after_taxes))).toEqual(totals);
  });

  it.each(KINDS.filter((kind) => kind.types.length > 0).map((kind) => [kind.name, kind] as const))(
    'of %s have the tax that the law requires',
    async (_, kind) => {
      const whole = await engine.getInvoice(invoices.get(String(1001 + KINDS.indexOf(kind)))!.id);
      expect(whole.tax_groups).toMatchObject(kind.groups);
      // The shop rounds each of its taxes.
      const stated = taxesOf(kind).reduce((sum, amount) => sum + amount, 0);
      expect(Math.abs(sumTaxes(whole) - stated)).toBeLessThanOrEqual(1);
      expect(whole.warnings.filter(({ code }) => code !== 'issuer_address_missing')).toEqual([]);
    },
  );

  it('have rectifying invoices that name the invoices of the orders', async () => {
    for (const [index, kind] of KINDS.entries()) {
      if (kind.refunded === undefined) continue;
      const number = 1001 + index;
      const [original, refund] = [invoices.get(String(number))!, invoices.get(`${number}-refund`)!];
      const { document } = await engine.getInvoice(refund.id);
      expect(document!.rectification).toMatchObject({
        method: 'differences',
        invoices: [{ number_serie: original.invoice_number, issue_date: original.issue_date }],
      });
    }
  });

  it('are not invoiced again by an export that contains them again', async () => {
    const other = ibe.write('again.csv', buildShopifyExport(20, '2026-11-18'));
    const { code, out, err } = await ibe.run('submit', other, '--preset', 'shopify', '--map', map);
    expect([code, out]).toEqual([0, 'FILE  BATCH  INVOICES  STATUS  OUTCOME\n']);
    expect(err).toContain('row 2: 1001 is left out, because it is invoiced already as T-2026-0001');
  });

  it('are all accepted by AEAT without errors', { timeout: 60_000 }, async () => {
    const chain = await test.chainOf();
    while ((await test.remit(chain)).kind === 'sent') test.pass(70);
    for (const { id } of batches) expect(new Set(await test.states(id))).toEqual(new Set(['accepted']));
  });
});

/** Returns all taxes of an invoice in cents. */
function sumTaxes({ totals }: Whole): number {
  const { tax, surcharge, foreign_tax: foreign } = totals!;
  return [tax, surcharge, foreign].reduce((sum, amount) => sum + cents(amount ?? '0'), 0);
}
