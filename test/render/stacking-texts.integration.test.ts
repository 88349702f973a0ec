import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { everyNth, LONG } from '../support/long.ts';
import { buildDocument, buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import type { PdfRenderer } from '../../src/render/renderer.ts';
import { openSharedRenderer } from './support/open-test-renderer.ts';
import { getContent, readPdf, type ReadPdf } from './support/read-pdf.ts';

let renderer: PdfRenderer;
beforeAll(async () => {
  renderer = await openSharedRenderer();
});
afterAll(() => renderer[Symbol.asyncDispose]());

/** Texts whose letters leave their line, each in a different way. */
const KINDS = {
  'accents upwards': `O${'\u0301'.repeat(300)}`,
  'letters upwards': `A${'\u0363'.repeat(300)}`,
  'dots downwards': `O${'\u0323'.repeat(300)}`,
  'Hebrew points and accents': `ש${'\u05b8\u05c1\u0596\u05a3'.repeat(60)}`,
  'marks above, below and through a letter': `x${'\u030a\u0316\u0338\u20dd'.repeat(80)}`,
  'marks on blanks': `.${'\u00a0\u0308\u0323'.repeat(60)}`,
  'Thai marks': `ก${'็่'.repeat(100)}`,
  'stacked Tibetan letters': `ཀ${'ྐ'.repeat(100)}ཱི`,
  'Arabic marks': `ب${'\u0651\u064b\u0655'.repeat(80)}`,
  'the widest letters': '\ufdfd\u{1242b}\u2e3b'.repeat(8),
  'emoji sequences': '👩‍👩‍👧‍👦🇪🇸\u20e3'.repeat(12),
  'unterminated direction overrides': `\u202e\u2066a${'\u030a'.repeat(200)}`,
} as const;
type Kind = keyof typeof KINDS;

const { recipient } = buildDocument();

/** Builds, for each text field, an invoice with a text in it. */
const FIELDS: Readonly<Record<string, (text: string) => PrintableInvoice>> = {
  'issuer name': (name) => buildPrintable({ issuer: { nif: 'B12345674', name } }),
  'issuer address': (address) => withProfile({ address }),
  'issuer postal code': (postalCode) => withProfile({ postalCode }),
  'issuer city': (city) => withProfile({ city }),
  'issuer province': (province) => withProfile({ province }),
  email: (email) => withProfile({ email }),
  phone: (phone) => withProfile({ phone }),
  website: (website) => withProfile({ website }),
  'registry note': (registryNote) => withProfile({ registryNote }),
  'account of the issuer': (iban) => withAccount({ iban }),
  'bank of the issuer': (bic) => withAccount({ iban: 'ES9121000418450200051332', bic }),
  number: (number) => buildPrintable({ number }),
  'number of the rectified invoice': (number) =>
    buildPrintable({ type: 'R1', rectified: { number, issueDate: '2026-10-02' } }),
  'recipient name': (name) => withRecipient({ name }),
  'recipient document': (documentNumber) => withRecipient({ documentType: 'passport', documentNumber }),
  'recipient address': (address) => withRecipient({ address }),
  'recipient postal code': (postalCode) => withRecipient({ postalCode }),
  'recipient city': (city) => withRecipient({ city }),
  description: (description) => buildPrintable({ description }),
  concept: (concept) => buildPrintable({ lines: [buildLine({ concept })] }),
  notes: (notes) => buildPrintable({ lines: [buildLine({ notes })] }),
  'payment info': (paymentMethodInfo) => buildPrintable({ paymentMethod: 'others', paymentMethodInfo }),
  'footer note': (footerNote) => buildPrintable({ footerNote }),
};

function withProfile(profile: Parameters<typeof buildProfile>[0]): PrintableInvoice {
  return buildPrintable({}, { issuerProfile: buildProfile(profile) });
}

function withAccount(account: Parameters<typeof buildProfile>[0]): PrintableInvoice {
  return buildPrintable({ paymentMethod: 'bank_transfer' }, { issuerProfile: buildProfile(account) });
}

function withRecipient(overrides: Partial<NonNullable<typeof recipient>>): PrintableInvoice {
  return buildPrintable({ recipient: { ...recipient!, ...overrides } });
}

async function readAll(invoices: readonly PrintableInvoice[]): Promise<ReadPdf['pages'][]> {
  const results = await renderer.render(invoices);
  return Promise.all(results.map(async (result) => (await readPdf(getContent(result))).pages));
}

/** Lists all texts of an invoice with their positions, rounded to hundredths of a point. */
function describePages(pages: ReadPdf['pages']): string[] {
  return pages.flatMap(({ items }) =>
    items.map(({ text, ...place }) =>
      [text, ...Object.values(place).map((length) => length.toFixed(2))].join(' '),
    ),
  );
}

/**
 * Renders invoices, each between two neighbours.
 * @returns the neighbours' pages, and as many pages of a neighbour that was rendered alone.
 */
async function readNeighbours(invoices: readonly PrintableInvoice[]) {
  const between = () => buildPrintable({ number: 'INOCENTE' });
  const [alone] = await readAll([between()]);
  const pages = await readAll([between(), ...invoices.flatMap((invoice) => [invoice, between()])]);
  const neighbours = pages.filter((_, index) => index % 2 === 0).map(describePages);
  return { neighbours, untouched: Array.from({ length: invoices.length + 1 }, () => describePages(alone!)) };
}

describe('letters that leave their line', () => {
  it.each(everyNth(6, Object.keys(KINDS) as Kind[]))(
    'appear on no other invoice before or after their own, in any field: %s',
    async (kind) => {
      const hostile = Object.values(FIELDS).map((build) => build(KINDS[kind]));
      const { neighbours, untouched } = await readNeighbours(hostile);
      expect(neighbours).toEqual(untouched);
    },
    60_000,
  );

  it('appear on no other invoice even if their own fills its page to the last row', async () => {
    const text = `${`O${'\u0301'.repeat(4)} `.repeat(50)}${`O${'\u0323'.repeat(4)} `.repeat(50)}`;
    // Rows of two heights: some of these invoices end within a pixel of the end of the page.
    const filled = Array.from({ length: 5 }, (_, rows) =>
      Array.from({ length: 8 }, (__, notes) =>
        buildPrintable(
          {
            issuer: { nif: 'B12345674', name: text },
            lines: Array.from({ length: 11 + rows }, (___, index) =>
              buildLine({ notes: index < notes ? 'x' : null }),
            ),
          },
          { issuerProfile: buildProfile({ registryNote: text }) },
        ),
      ),
    ).flat();
    const { neighbours, untouched } = await readNeighbours(everyNth(6, filled));
    expect(neighbours).toEqual(untouched);
  }, 60_000);

  it('appear only on the page of their own line in an invoice of several pages', async () => {
    const tower = `TORRE O${'\u0301'.repeat(4)}O${'\u0323'.repeat(4)}`;
    const words = (count: number) => 'Trabajo '.repeat(count);
    const step = LONG ? 1 : 5;
    const rows = Array.from({ length: LONG ? 45 : 9 }, (_, row) =>
      buildPrintable({
        lines: Array.from({ length: 60 }, (__, index) =>
          buildLine({ concept: index === row * step ? tower : 'Trabajo' }),
        ),
      }),
    );
    const texts = everyNth(3, [0, 100, 200, 300, 400, 500, 600, 700]).flatMap((before) => {
      const text = `${words(before)}${tower} ${words(900 - before)}`;
      return [
        buildPrintable({ lines: [buildLine({ concept: text })] }),
        buildPrintable({ lines: [buildLine({ notes: text })] }),
        buildPrintable({ lines: Array.from({ length: 20 }, () => buildLine()), footerNote: text }),
      ];
    });
    for (const pages of await readAll([...rows, ...texts])) {
      expect(pages.length).toBeGreaterThan(1);
      const marked = pages.filter(({ text }) => /[\u0301\u0323]/.test(text));
      expect(marked).toEqual(pages.filter(({ text }) => text.includes('TORRE')));
      expect(marked).toHaveLength(1);
    }
  }, 120_000);
});
