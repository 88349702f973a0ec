import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { INVOICE_TYPES, type InvoiceType, LANGUAGES, type Language } from '../../src/contracts/codes.ts';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { SPANISH } from '../../src/render/template/languages/spanish.ts';
import { WORDINGS } from '../../src/render/template/languages/wordings.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash, type ReadPdf } from './support/read-pdf.ts';

const rectified = { number: 'F2026-0001', issueDate: '2026-10-02' };

/** Builds an invoice with nearly every text that a page can have. */
function buildInvoice(language: Language, type: InvoiceType): PrintableInvoice {
  const isCredit = type.startsWith('R');
  const units = isCredit ? '-2' : '2';
  return buildPrintable(
    {
      type,
      rectified: type === 'F1' || type === 'F2' ? null : rectified,
      ...((type === 'F2' || type === 'R5') && { recipient: null }),
      dueDate: '2026-12-20',
      paid: type === 'F2',
      paymentMethod: 'bank_transfer',
      paymentMethodInfo: 'ES9121000418450200051332',
      lines: [
        buildLine({ units, unitPrice: '1234.5', discountPercent: '7.5', withholdingRate: '15' }),
        buildLine({ units, operationKey: 'S2', rate: '0' }),
        buildLine({ units, operationKey: null, exemptionCode: 'E5', rate: null }),
        buildLine({ units, regime: '07' }),
      ],
    },
    { issuerProfile: buildProfile({ language }), annulledOn: type === 'F3' ? '2026-11-21' : null },
  );
}

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Splits a text into the words that no line break divides. A line can break after a hyphen. */
const wordsOf = (text: string): string[] => text.split(/(?<=-)|\s/u).filter((word) => word !== '');

/** Lists the words of a PDF that no line break divides, in the order of its lines. */
function listPieces({ pages }: ReadPdf): string[] {
  return pages.flatMap(({ text }) => text.split(/\s/u));
}

/** Returns the words of the texts that the PDF contains nowhere without a line break. */
function findBroken(read: ReadPdf, texts: readonly string[]): string[] {
  const pieces = listPieces(read);
  return texts.flatMap(wordsOf).filter((word) => !pieces.some((piece) => piece.includes(word)));
}

/** Lists the texts that a page of an invoice type has in a language. */
function listTexts(language: Language, type: InvoiceType): string[] {
  const { labels, titles, taxes, related, notation, documents, paymentMethods, page, annulled } =
    WORDINGS[language];
  const isCredit = type.startsWith('R');
  // The F3 is annulled, and debtors of R2 and R3 get nothing back: these pages end with the total,
  // without a payment.
  const hasPayment = !['F3', 'R2', 'R3'].includes(type);
  const hasRecipient = type !== 'F2' && type !== 'R5';
  const { concept, units, unitPrice, discount, tax, amount, base, rate, taxAmount, total, withholding } =
    labels;
  const ofType: Readonly<Record<string, readonly string[]>> = {
    F1: [labels.payable, labels.due, notation.formatDate('2026-12-20')],
    F2: [labels.paidAmount, labels.paid],
    F3: [labels.annulledAmount, related.replaced, annulled.toLocaleUpperCase(language)],
    R: [...(hasPayment ? [labels.inFavour] : []), related.rectified, related.byDifferences],
  };
  return [
    titles[type],
    concept,
    units,
    unitPrice,
    discount,
    tax,
    amount,
    base,
    labels.baseOrAmount,
    labels.exempt,
    rate,
    taxAmount,
    labels.taxes,
    total,
    withholding,
    labels.above,
    ...(hasPayment ? [labels.paymentMethod, paymentMethods.bank_transfer] : []),
    ...(hasRecipient ? [documents.nif] : []),
    `${documents.international_vat_number} ESB12345674`,
    taxes.reverseCharge,
    taxes.exempt(taxes.articles.E5),
    taxes.names.iva,
    taxes.regimes.iva['07'],
    taxes.exemptFrom('iva', taxes.articles.E5),
    taxes.reverseChargeOf('iva'),
    labels.issueDate,
    notation.formatDate('2026-11-20'),
    `${page[0]}1${page[1]}`,
    ...(hasRecipient ? [labels.customer] : []),
    ...(ofType[isCredit ? 'R' : type] ?? []),
    ...(type === 'F1' || type === 'F2' ? [] : [`${related.dated}${notation.formatDate('2026-10-02')}`]),
  ];
}

describe('the page of an invoice in each language', () => {
  const cases = LANGUAGES.flatMap((language) => INVOICE_TYPES.map((type) => [language, type] as const));
  const printed = new Map<string, { content: Buffer; read: ReadPdf }>();
  beforeAll(async () => {
    // Sorted by type, so that each render batch contains all languages.
    const sorted = cases.toSorted(([, one], [, other]) => one.localeCompare(other));
    const results = await renderer.render(sorted.map(([language, type]) => buildInvoice(language, type)));
    for (const [index, [language, type]] of sorted.entries()) {
      const content = getContent(results[index]);
      // oxlint-disable-next-line no-await-in-loop -- one reader is enough
      printed.set(`${language} ${type}`, { content, read: await readPdf(content) });
    }
  }, 120_000);

  it.each(cases)('has all its texts, with no word divided: %s, %s', (language, type) => {
    const { read } = printed.get(`${language} ${type}`)!;
    const texts = listTexts(language, type);
    expect(findBroken(read, texts)).toEqual([]);
    for (const text of texts) expect(read.squashed).toContain(squash(text));
  });

  it.each(cases.filter(([language]) => language !== 'es'))(
    'has no Spanish text except legal texts: %s, %s',
    (language, type) => {
      const { labels, titles, taxes } = WORDINGS[language];
      const own = new Set([
        ...Object.values(labels),
        ...Object.values(titles),
        ...Object.values(taxes.names),
      ]);
      const foreign = [...Object.values(SPANISH.labels), ...Object.values(SPANISH.titles)].filter(
        (label) => !own.has(label),
      );
      const items = printed.get(`${language} ${type}`)!.read.pages.flatMap((page) => page.items);
      const left = items.map(({ text }) => text.trim()).filter((text) => foreign.includes(text));
      expect(left).toEqual([]);
      expect(items.some(({ text }) => text.includes('Página'))).toBe(false);
    },
  );

  it.each(cases)(
    'has legal mentions and captions in their Spanish wording with a translation beside them: %s, %s',
    (language, type) => {
      const { mentions, captions } = WORDINGS[language];
      const { squashed } = printed.get(`${language} ${type}`)!.read;
      for (const law of [
        'QR tributario:',
        'Factura verificable en la sede electrónica de la AEAT',
        'VERI*FACTU',
      ])
        expect(squashed).toContain(squash(law));
      const beside = language === 'es' ? '' : ' / ';
      for (const find of [
        (all: typeof mentions) => all.S2.iva,
        (all: typeof mentions) => all.exemptions.E5,
        (all: typeof mentions) => all.regimes.iva['07'],
      ]) {
        const text = `${find(SPANISH.mentions)}${beside}${language === 'es' ? '' : find(mentions)}`;
        expect(squashed).toContain(squash(text));
      }
      for (const caption of [captions?.qr, captions?.verifiable])
        expect(squashed).toContain(squash(caption ?? ''));
    },
  );

  it.each(LANGUAGES)(
    'has a heading, page numbers and running sums on each page of a long invoice: %s',
    async (language) => {
      const { labels, titles, notation, page } = WORDINGS[language];
      const lines = Array.from({ length: 60 }, () => buildLine());
      const invoice = buildPrintable({ lines }, { issuerProfile: buildProfile({ language }) });
      const [result] = await renderer.render([invoice]);
      const { pages } = await readPdf(getContent(result));
      expect(pages.length).toBeGreaterThan(2);
      pages.forEach(({ text }, index) => {
        const all = squash(text);
        expect(all).toContain(squash(`${page[0]}${index + 1}${page[1]}${pages.length}`));
        expect(all.includes(squash(`${titles.F1} F2026-0001 · `))).toBe(index > 0);
        expect(all.includes(squash(`${labels.customer}: `))).toBe(index > 0);
        expect(all.includes(squash(labels.carriedOver))).toBe(index < pages.length - 1);
        expect(all.includes(squash(labels.broughtForward))).toBe(index > 0);
      });
      const sum = (count: number): string => squash(notation.formatMoney(`${count * 100}.00`));
      const onFirst = pages[0]!.text.split(lines[0]!.concept).length - 1;
      expect(squash(pages[0]!.text)).toContain(`${squash(labels.carriedOver)}${sum(onFirst)}`);
      expect(squash(pages[1]!.text)).toContain(`${squash(labels.broughtForward)}${sum(onFirst)}`);
    },
  );
});
