import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import { DOCUMENT_VERSION, type Language } from '../../src/contracts/codes.ts';
import { addIssuerProfile } from '#src/organizations/access/organizations.ts';
import { correctInvoice } from '../../src/operate/correct-invoice.ts';
import type { CorrectionOrder } from '../../src/operate/correction-order.ts';
import { renderPdfs } from '../../src/render/render-pdfs.ts';
import { GOLDEN_DOCUMENTS, GOLDEN_INPUT } from '../golden/documents/golden-documents.ts';
import { buildProfile } from '../render/support/build-invoice.ts';
import { openSharedRenderer } from '../render/support/open-test-renderer.ts';
import { readPdf } from '../render/support/read-pdf.ts';
import { issueBatch } from '../support/engine.ts';
import { replaceDocument } from '../support/literals.ts';
import { openTestRemission, type TestRemission } from '../support/remission.ts';
import { printingContext } from '../support/printing.ts';

let test: TestRemission;
beforeEach(async () => {
  test = await openTestRemission();
});
afterEach(() => test[Symbol.asyncDispose]());

/**
 * Issues the golden invoice and replaces its document with the given one of another version.
 * @returns the id of the invoice.
 */
async function issueAs(text: string): Promise<number> {
  const id = (await issueBatch(test.api, test.organization, 1, 'GOLD', () => GOLDEN_INPUT)) * 1000;
  await replaceDocument(test.api.database.pool, id, text);
  return id;
}

async function render(id: number): Promise<string> {
  await using renderer = await openSharedRenderer();
  const context = { ...printingContext(test.api), renderer };
  const job = { organizationId: test.organization.id, batchId: id / 1000, from: 0, to: 0 };
  expect(await renderPdfs(context, job)).toBe(1);
  const pdf = await test.api.get(test.organization.token, `/batch_invoices/${id}/pdf`);
  return (await readPdf(pdf.rawPayload)).squashed;
}

const order = (action: CorrectionOrder['action'], invoiceId: number) =>
  correctInvoice(test.correcting(), { invoiceId, action, reason: 'Por error', operator: 'operadora' });

/** Formats an amount such as `1144.547125` as the page shows it, without spaces. */
const formatAmount = (amount: string, currency = '€') => {
  const [whole = '', decimals] = amount.split('.');
  return `${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${decimals}${currency}`;
};

describe.each(GOLDEN_DOCUMENTS)('an invoice whose document has version $version', ({ text }) => {
  it('is rendered with its original amounts, sent again, and annulled with a notice on its page', async () => {
    const { lines, totals, number, currency } = JSON.parse(text) as InvoiceDocument;
    test.sandbox.control.addFaults({ kind: 'record-error', code: 1110, records: 1, count: 1 });
    const id = await issueAs(text);
    await test.remit(await test.chainOf());
    test.pass(61);
    expect(await test.states(id / 1000)).toEqual(['rejected']);

    const page = await render(id);
    for (const amount of [...lines.map(({ netAmount }) => netAmount), totals.total, totals.payable])
      expect(page).toContain(formatAmount(amount, currency));

    expect(await order('resend', id)).toMatchObject({ kind: 'subsanacion' });
    await test.remit(await test.chainOf());
    test.pass(61);
    expect(await test.states(id / 1000)).toEqual(['accepted']);
    const sent = test.sandbox.control.records();
    expect(JSON.stringify(sent)).toContain(number);

    expect(await order('annul', id)).toMatchObject({ kind: 'anulacion' });
    await test.remit(await test.chainOf());
    expect(await render(id)).toMatch(/ANULADA/i);
  }, 60_000);
});

it('an invoice that a newer release issued is neither rendered nor corrected, and the error names its version', async () => {
  const newest = JSON.parse(GOLDEN_DOCUMENTS.at(-1)!.text) as object;
  const id = await issueAs(JSON.stringify({ ...newest, version: DOCUMENT_VERSION + 1 }));
  const why = `The issued document of invoice GOLD/2026-0001 has version ${DOCUMENT_VERSION + 1}, which this release does not know`;
  await expect(render(id)).rejects.toThrow(why);
  await expect(order('annul', id)).rejects.toThrow(why);
  expect(await test.read('select from corrections')).toEqual([]);
});

it('an invoice is rendered again in the language in which it was issued, even if its issuer has changed the language', async () => {
  const setProfile = (language: Language) =>
    addIssuerProfile(
      test.api.database.orm,
      test.organization.id,
      GOLDEN_INPUT.issuer_nif!,
      buildProfile({ language }),
      { operator: 'operadora', reason: null },
    );
  await setProfile('eu');
  const id = (await issueBatch(test.api, test.organization, 1, 'GOLD', () => GOLDEN_INPUT)) * 1000;
  expect(await render(id)).toContain('Ordaindubeharrekoa');
  await setProfile('en');
  await test.remit(await test.chainOf());
  test.pass(61);
  expect(await order('annul', id)).toMatchObject({ kind: 'anulacion' });
  await test.remit(await test.chainOf());
  const again = await render(id);
  expect(again).toMatch(/FAKTURABALIOGABETUA:\d{4}\/\d{2}\/\d{2}/);
  expect(again).toContain('Baliogabetutakozenbatekoa');
}, 60_000);
