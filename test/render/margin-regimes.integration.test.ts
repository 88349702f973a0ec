import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../src/contracts/invoice-document.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import { scaleDecimal } from '../../src/domain/money/decimals.ts';
import { buildInput, documentOf, NOBODY } from '../domain/support/inputs.ts';
import { buildPrintable } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, squash, type ReadPdf, type TextItem } from './support/read-pdf.ts';
import { everyNth } from '../support/long.ts';

/*
 * Used goods (03) and travel agencies (05): the page shows prices with tax, but neither their base
 * nor their rate nor their tax (LIVA arts. 138 and 142).
 */

const MENTIONS = {
  '03': 'Régimen especial de los bienes usados, objetos de arte, antigüedades y objetos de colección.',
  '05': 'Régimen especial de las agencias de viajes.',
} as const;
type MarginRegime = keyof typeof MENTIONS;

const RECTIFIED = { rectified_invoice_id: 7 };
const TYPES: readonly InvoiceInput[] = [
  { invoice_type: 'F1' },
  { invoice_type: 'F2', ...NOBODY },
  { invoice_type: 'F3', ...RECTIFIED },
  ...['R1', 'R2', 'R3', 'R4'].map((invoice_type) => ({ invoice_type, ...RECTIFIED })),
  { invoice_type: 'R5', ...RECTIFIED, ...NOBODY },
];

const build = (changes: InvoiceLineInput): InvoiceLineInput => ({
  units: 1,
  unit_price: 37.43,
  tax_rate: 21,
  ...changes,
});

/** Invoices with lines of a margin regime, alone and together with other lines. */
const MIXTURES: Readonly<Record<string, (tax_regime: MarginRegime) => InvoiceInput>> = {
  'units, discounts and other rates': (tax_regime) => ({
    lines: [
      build({ tax_regime, units: 3.5, unit_price: 12.357, discount_percent: 7.25 }),
      build({ tax_regime, units: 12, unit_price: 4.99, tax_rate: 10 }),
      build({ tax_regime, units: 2, unit_price: 18.2, tax_rate: 4, discount_percent: 100 }),
      build({ tax_regime, unit_price: 61.7, tax_rate: 0 }),
    ],
  }),
  'general lines': (tax_regime) => ({
    lines: [
      build({ tax_regime, unit_price: 1234.56 }),
      build({ unit_price: 88.8 }),
      build({ tax_regime, unit_price: 43.21, tax_rate: 10 }),
      build({ unit_price: 12.34, tax_rate: 4 }),
    ],
  }),
  'general lines without tax': (tax_regime) => ({
    lines: [
      build({ tax_regime, unit_price: 1234.56 }),
      build({ unit_price: 55.5, tax_rate: null, tax_exemption_code: 'E1' }),
      build({ unit_price: 66.6, tax_rate: null, tax_operation_key: 'N1' }),
      build({ tax_type: 'igic', unit_price: 77.7, tax_rate: 7 }),
    ],
  }),
  'lines of both margin regimes': (tax_regime) => ({
    lines: [
      build({ tax_regime }),
      build({ tax_regime: tax_regime === '03' ? '05' : '03', unit_price: 456.78 }),
      build({ tax_regime, unit_price: 23.45, tax_rate: null, tax_exemption_code: 'E2' }),
    ],
  }),
  'withholding and expenses': (tax_regime) => ({
    total_reimbursable_expenses_amount: 30,
    lines: [
      build({ tax_regime, unit_price: 1234.56, income_tax_withholding_rate: 15 }),
      build({ unit_price: 88.8, income_tax_withholding_rate: 7 }),
      build({ unit_price: 44.4 }),
    ],
  }),
  'two pages': (tax_regime) => ({
    lines: Array.from({ length: 60 }, (_, index) =>
      index % 3 === 2 ? build({ unit_price: 17.35 }) : build({ tax_regime, unit_price: 10.01 }),
    ),
  }),
  'a correction': (tax_regime) => ({
    lines: [build({ tax_regime, units: -2, unit_price: 345.67 }), build({ units: -1, unit_price: 12.34 })],
  }),
};

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Reads a printed amount in cents. */
function readCents(printed: string): bigint {
  return scaleDecimal(printed.replaceAll(/[€\s.]/gu, '').replace(',', '.'), 2);
}

function add(amounts: readonly bigint[]): bigint {
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}

/**
 * Reads the figures of each line's row, from left to right, by the number that its concept
 * contains.
 */
function readRows(items: readonly TextItem[]): Map<number, string[]> {
  const rows = new Map<number, string[]>();
  for (const { text, y } of items) {
    const number = /^\[(\d+)\]/.exec(text)?.[1];
    if (number === undefined) continue;
    const figures = items.filter((item) => Math.abs(item.y - y) < 1 && /\d (€|%)$/u.test(nbsp(item.text)));
    const sorted = figures.toSorted((one, other) => one.x - other.x);
    rows.set(
      Number(number),
      sorted.map((item) => nbsp(item.text)),
    );
  }
  return rows;
}

function nbsp(text: string): string {
  return text.replaceAll('\u{a0}', ' ');
}

function isOnMargin({ regime }: { readonly regime: string | null }): boolean {
  return regime === '03' || regime === '05';
}

/**
 * Lists the amounts that would reveal the tax on the margin, without those that the page may show
 * for other lines.
 */
function listSecrets({ lines, groups, totals }: InvoiceDocument): string[] {
  const shown = new Set([
    ...groups.filter((group) => !isOnMargin(group)).flatMap(({ base, tax }) => [base, tax]),
    ...lines.filter((line) => !isOnMargin(line)).map(({ netAmount }) => netAmount),
    // A withholding that only general lines have shows its base.
    ...totals.withholdings
      .filter(({ rate }) => !lines.some((line) => line.withholdingRate === rate && isOnMargin(line)))
      .map(({ base }) => base),
  ]);
  const ofTax = [...groups, ...lines].filter((each) => isOnMargin(each) && Number(each.rate ?? 0) > 0);
  const secrets = [
    ...ofTax.flatMap((each) =>
      'base' in each ? [each.base, each.tax] : [each.netAmount, Number(each.unitPrice).toFixed(2)],
    ),
    ...totals.withholdings.map(({ base }) => base),
    ...(ofTax.length === 0 ? [] : [totals.base, totals.tax]),
  ];
  return secrets.filter((secret) => Number(secret) !== 0 && !shown.has(secret));
}

/** A regime whose tax is shown separately and whose operations have the same key. */
const TOLD_APART = '09';

/**
 * Builds the document of an invoice, also with a withholding in a margin regime, which the API
 * refuses.
 */
function issue(input: InvoiceInput): InvoiceDocument {
  const withheld = input.lines!.find(
    (line) => isOnMargin({ regime: line.tax_regime ?? null }) && line.income_tax_withholding_rate,
  );
  if (withheld === undefined) return documentOf(buildInput(input));
  const regime = withheld.tax_regime as MarginRegime;
  const lines = input.lines!.map((line) =>
    line.tax_regime === regime ? { ...line, tax_regime: TOLD_APART } : line,
  );
  const document = documentOf(buildInput({ ...input, lines }));
  const restore = <T extends { readonly regime: string | null }>(each: T) =>
    each.regime === TOLD_APART ? { ...each, regime } : each;
  return { ...document, lines: document.lines.map(restore), groups: document.groups.map(restore) };
}

type Printed = ReadPdf & { readonly document: InvoiceDocument };

async function printAll(inputs: readonly InvoiceInput[]): Promise<Printed[]> {
  const invoices = inputs.map((input) => {
    const lines = input.lines!.map((line, index) => ({ ...line, concept: `[${index}] Artículo` }));
    const isRelated = input.rectified_invoice_id != null;
    const rectified = isRelated ? { number: 'F2026-0000', issueDate: '2026-10-02' } : null;
    return buildPrintable({ ...issue({ ...input, lines }), rectified });
  });
  const results = await renderer.render(invoices);
  return Promise.all(
    results.map(async (result, index) => ({
      document: invoices[index]!.document,
      ...(await readPdf(getContent(result))),
    })),
  );
}

async function print(input: InvoiceInput): Promise<Printed> {
  const [printed] = await printAll([input]);
  return printed!;
}

/** Reads the texts that a page with margin lines must have, and those that it must not have. */
function readTaxes({ document, pages, squashed }: Printed) {
  const regimes = new Set(document.lines.filter(isOnMargin).map(({ regime }) => regime as MarginRegime));
  const apart = document.groups.filter((group) => !isOnMargin(group));
  const rates = apart.filter(({ operationKey }) => operationKey === 'S1').map(({ rate }) => rate);
  const shownRates = [...squashed.matchAll(/(?:IVA|IGIC)(\d[\d,]*)%/g)].map(([, rate]) => rate);
  const amounts = pages.flatMap(({ items }) =>
    items.flatMap(({ text }) => nbsp(text).match(/-?\d[\d.]*,\d+(?= €)/g) ?? []),
  );
  const shown = new Set(amounts.map((amount) => amount.replaceAll('.', '').replace(',', '.')));
  const words = squashed.match(/Baseimponible|Tipo|Cuota|Impuestos|IVA\d|sobre\d/g) ?? [];
  return {
    hasMentions: [...regimes].every((regime) => squashed.includes(squash(MENTIONS[regime]))),
    saysIncluded: squashed.includes('IVAincluido'),
    words: apart.length === 0 ? words : [],
    rates: new Set(shownRates).symmetricDifference(new Set(rates)),
    secrets: listSecrets(document).filter((secret) => shown.has(secret)),
  };
}

const NOTHING_APART = { hasMentions: true, saysIncluded: true, words: [], rates: new Set(), secrets: [] };

/** Reads the sum after a label in cents, or null if the label is absent. */
function readSum(squashed: string, label: string): bigint | null {
  const sum = new RegExp(`${label}(-?[\\d.,]+€)`).exec(squashed)?.[1];
  return sum === undefined ? null : readCents(sum);
}

/** Adds up the amounts on the page as a reader would, beside the sums that the page states. */
function addUp({ document, pages, squashed }: Printed) {
  const amounts = new Map<number, bigint>();
  const sums = pages.map(({ items, text }, page) => {
    const before = page === 0 ? null : add([...amounts.values()]);
    for (const [number, figures] of readRows(items)) amounts.set(number, readCents(figures.at(-1)!));
    const after = page === pages.length - 1 ? null : add([...amounts.values()]);
    return {
      added: [before, after],
      stated: [readSum(squash(text), 'Sumaanterior'), readSum(squash(text), 'Sumaysigue')],
    };
  });
  const apart = document.lines.flatMap((line, place) => (isOnMargin(line) ? [] : [amounts.get(place)!]));
  const base = add(['Baseimponible', 'Exento', 'Nosujeto'].map((label) => readSum(squashed, label) ?? 0n));
  const tax = readSum(squashed, 'Impuestos') ?? 0n;
  const closing =
    /(?:Exento|Nosujeto|Impuestos)-?[\d.,]+€(?!Exento|Nosujeto|Impuestos)(.*?)(?:Total|Importea)/.exec(
      squashed,
    )?.[1];
  const included = [...(closing ?? '').matchAll(/-?[\d.]+,\d\d€/g)].map(([amount]) => readCents(amount));
  const lines = add([...amounts.values()]);
  return {
    carried: { added: sums.map(({ added }) => added), stated: sums.map(({ stated }) => stated) },
    base: { added: add(apart), stated: base },
    total: {
      added: [lines + tax, closing === undefined ? lines : base + tax + add(included)],
      stated: scaleDecimal(document.totals.total, 2),
    },
  };
}

describe('an invoice with lines in a margin regime', () => {
  const names = Object.keys(MIXTURES);
  const cases = names.flatMap((name) => (['03', '05'] as const).map((regime) => [name, regime] as const));
  it.each(everyNth(3, cases))(
    'shows prices with tax and the legal mention, does not reveal the tax, and adds up, for every type: %s, regime %s',
    async (name, regime) => {
      const all = await printAll(TYPES.map((type) => ({ ...type, ...MIXTURES[name]!(regime) })));
      for (const printed of all) {
        expect(readTaxes(printed)).toEqual(NOTHING_APART);
        const { carried, base, total } = addUp(printed);
        expect(carried.stated).toEqual(carried.added);
        expect(base.stated).toBe(base.added);
        expect(total.added).toEqual([total.stated, total.stated]);
      }
    },
    60_000,
  );

  it('shows only the total when all its lines are in the regime', async () => {
    const { squashed } = await print({ lines: [build({ tax_regime: '03', unit_price: 950 })] });
    expect(squashed).toContain('[0]Artículo11.149,50€IVAincluido1.149,50€');
    expect(squashed.match(/1\.149,50€/g)).toHaveLength(4);
  });

  it('shows each part with its name when there are other lines', async () => {
    const { squashed } = await print({
      lines: [build({ tax_regime: '05', unit_price: 1000 }), build({ unit_price: 50 })],
    });
    expect(squashed).toContain(
      'Baseimponible50,00€Impuestos10,50€AgenciasdeviajesIVAincluido1.210,00€Totalfactura1.270,50€Totalapagar1.270,50€',
    );
    expect(squashed).toContain('IVA50,00€21%10,50€');
  });

  it('shows the base of a withholding on other lines', async () => {
    const { squashed } = await print(MIXTURES['withholding and expenses']!('03'));
    expect(squashed).toContain('Retención7%sobre88,80€-6,22€');
    expect(squashed).toContain('Retención15%-185,18€');
  });
});
