import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LANGUAGES } from '../../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { SPANISH } from '../../../src/render/template/languages/spanish.ts';
import { wordingOf, WORDINGS } from '../../../src/render/template/languages/wordings.ts';
import { LONG } from '../../support/long.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from '../support/build-invoice.ts';
import { expectTagged, simplify } from '../support/expect-tagged.ts';
import type { PdfRenderer } from '../../../src/render/renderer.ts';
import { openSharedRenderer } from '../support/open-test-renderer.ts';
import { getContent, squash } from '../support/read-pdf.ts';
import { buildLines, MENTIONED, PAGES_OF_EVERY_KIND } from '../support/pages-of-every-kind.ts';
import { listTagged, readTaggedText, type Tagged } from '../support/read-structure.ts';

const CASES: Readonly<Record<string, PrintableInvoice>> = {
  ...PAGES_OF_EVERY_KIND,
  '40 lines': buildPrintable(
    { lines: buildLines(40) },
    { issuerProfile: buildProfile({ accent: '#16181d' }) },
  ),
  'Chinese and Arabic': buildPrintable({
    issuer: { nif: 'B12345674', name: '設備維護有限公司' },
    lines: [buildLine({ concept: 'خدمة صيانة المعدات' }), buildLine({ concept: '設備維護及修理服務 50 €' })],
  }),
  'a preview, which has no QR code': buildPrintable({ lines: buildLines(40) }, { isDraft: true }),
  'recipients and replaced invoices of several pages': buildPrintable({
    type: 'F3',
    otherRecipients: Array.from({ length: 40 }, (_, index) => ({
      ...buildDocument().recipient!,
      name: `Comunidad de propietarios ${index}`,
    })),
    replaces: Array.from({ length: LONG ? 1000 : 200 }, (_, index) => ({
      issuerNif: 'B12345674',
      number: `T2026-${String(index).padStart(5, '0')}`,
      issueDate: '2026-10-02',
    })),
    lines: buildLines(60),
  }),
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

async function print(invoice: PrintableInvoice): Promise<Buffer> {
  const [result] = await renderer.render([invoice]);
  return getContent(result);
}

/** Lists the labels and values of the lists in a structure tree. */
function listItems(tree: Tagged): string[] {
  return listTagged(tree, 'LI').map((item) =>
    [...listTagged(item, 'Lbl'), ...listTagged(item, 'LBody')].map(readTaggedText).join(' '),
  );
}

describe('the structure tree of a PDF', () => {
  it.each(Object.keys(CASES))(
    'contains the whole invoice once and in order, without repeated page headings: %s',
    async (name) => {
      const invoice = CASES[name]!;
      const pages = await expectTagged(invoice, await print(invoice));
      const { labels, described } = wordingOf(invoice);
      const all = simplify(pages.map(({ tree }) => readTaggedText(tree)).join(''));
      const { document, issuerProfile, isDraft } = invoice;
      const qrUrl = isDraft === true ? null : invoice.qrUrl;
      const texts = [document.number, document.issuer.name, document.footerNote, issuerProfile?.registryNote];
      const several = (document.replaces ?? []).map((one) => one.number);
      for (const text of [...texts, ...several]) expect(all).toContain(simplify(text ?? ''));
      expect(all.includes('BORRADOR')).toBe(isDraft === true);
      const figures = pages.flatMap(({ tree }) =>
        listTagged(tree, 'Figure').map(({ alternative }) => alternative),
      );
      expect(figures).toEqual([
        ...(issuerProfile?.logo == null ? [] : [described.logo(document.issuer.name)]),
        ...(qrUrl === null ? [] : [described.qr]),
      ]);
      const headings = pages.flatMap(({ tree }) => listTagged(tree, 'H2').map(readTaggedText));
      expect(headings.includes(labels.customer)).toBe(document.recipient !== null);
    },
    60_000,
  );

  it('contains dates and sums as lists of labels and values', async () => {
    const invoice = buildPrintable(MENTIONED);
    const pages = await expectTagged(invoice, await print(invoice));
    expect(pages.flatMap(({ tree }) => listItems(tree))).toEqual(
      [
        'Fecha de expedición|20/11/2026',
        'Fecha de operación|02/11/2026',
        'Fecha de vencimiento|20/12/2026',
        'Base imponible|400,00 €',
        'Exento|100,00 €',
        'Impuestos|52,00 €',
        'Total factura|552,00 €',
        'Retención 15 % sobre 100,00 €|-15,00 €',
        'Total a pagar|537,00 €',
      ].map((item) => item.split('|').map(squash).join(' ')),
    );
    expect(pages.flatMap(({ tree }) => listTagged(tree, 'L'))).toHaveLength(2);
  });

  it('marks legal texts as Spanish on pages in another language', async () => {
    for (const language of LANGUAGES) {
      const invoice = buildPrintable(MENTIONED, { issuerProfile: buildProfile({ language }) });
      // oxlint-disable-next-line no-await-in-loop -- one browser
      const trees = (await expectTagged(invoice, await print(invoice))).map(({ tree }) => tree);
      const spans = trees.flatMap((tree) => listTagged(tree, 'Span'));
      expect(new Set(spans.map((span) => span.language))).toEqual(
        new Set(language === 'es' ? [] : ['es-ES']),
      );
      expect(spans).toHaveLength(language === 'es' ? 0 : 5);
      const { captions, mentions } = WORDINGS[language];
      expect(readTaggedText(trees[0]!)).toContain(squash(`QR tributario: ${captions?.qr ?? ''}`));
      const paragraphs = trees.flatMap((tree) => listTagged(tree, 'P').map(readTaggedText));
      for (const find of [
        (all: typeof mentions) => all.exemptions.E5,
        (all: typeof mentions) => all.S2.iva,
        (all: typeof mentions) => all.regimes.iva['07'],
      ]) {
        const law = find(SPANISH.mentions);
        expect(paragraphs).toContain(squash(language === 'es' ? law : `${law} / ${find(mentions)}`));
      }
    }
  }, 60_000);

  it('contains a row that breaks across pages as one row', async () => {
    const invoice = CASES['rows that break across pages']!;
    const pages = await expectTagged(invoice, await print(invoice));
    const rows = pages.flatMap(({ tree }) =>
      listTagged(tree, 'TBody').flatMap((body) => listTagged(body, 'TR')),
    );
    // The table of taxes has one row.
    expect(rows.length).toBeGreaterThan(invoice.document.lines.length + 1);
    expect(rows.filter((row) => listTagged(row, 'TD').length === 1).length).toBeGreaterThan(0);
  }, 60_000);

  it('contains the QR code as a link between its captions', async () => {
    const [page] = await expectTagged(CASES['40 lines']!, await print(CASES['40 lines']!));
    const { children } = listTagged(page!.tree, 'Document')[0]!;
    const link = children.findIndex((child) => typeof child !== 'string' && child.role === 'Link');
    expect([children[link - 1], children[link + 1]].map((child) => readTaggedText(child as Tagged))).toEqual(
      ['QR tributario:', 'Factura verificable en la sede electrónica de la AEAT'].map(squash),
    );
  });
});
