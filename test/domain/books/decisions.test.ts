import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { Book } from '../../../src/contracts/v2/book-columns.ts';
import { NO_BOOK_PARAMETERS, type BookParameters } from '../../../src/contracts/v2/book-parameters.ts';
import type { BookInvoice } from '../../../src/domain/books/book-entry.ts';
import { chooseBook } from '../../../src/domain/books/choose-book.ts';
import { enterInvoice } from '../../../src/domain/books/enter-invoice.ts';
import { isCumulative, quarterOf } from '../../../src/domain/books/quarters.ts';
import { byLetter } from '../support/book-cases.ts';
import { prepare } from '../support/prepared.ts';

/* What AEAT's documents leave open, as docs/books.md decides it. */

function enter(
  input: InvoiceInput,
  changes: Partial<BookInvoice> = {},
  { book = 'E', parameters = NO_BOOK_PARAMETERS }: { book?: Book; parameters?: BookParameters } = {},
) {
  const { rows, notes } = enterInvoice(
    {
      document: prepare(input).document,
      externalInvoiceId: 'order-1',
      annulledOn: null,
      isAnnulmentRefused: false,
      isRejected: false,
      replaced: [],
      collections: null,
      ...changes,
    },
    { book, parameters },
  );
  return { rows: rows.map(byLetter), codes: notes.map(({ code }) => code), notes };
}

const line = (changes: object) => ({
  lines: [{ concept: 'Servicio', units: '1', unit_price: '100.00', tax_rate: 21, ...changes }],
});
const EU_RECIPIENT = {
  recipients: [
    { name: 'Kunde GmbH', document_type: 'eu_vat', document_number: 'DE123456789', country_code: 'DE' },
  ],
} as InvoiceInput;

describe('the number of an invoice', () => {
  it.each([
    ['with 20 characters is in column L', 'A'.repeat(20), undefined, 'A'.repeat(20), 'order-1'],
    ['with 21 to 40 is divided before its last 20', `AB${'1'.repeat(20)}`, 'AB', '1'.repeat(20), 'order-1'],
    [
      'with more than 40 is in columns K, L and AJ, with a note',
      `${'A'.repeat(20)}${'B'.repeat(5)}${'C'.repeat(20)}`,
      'A'.repeat(20),
      'C'.repeat(20),
      `${'A'.repeat(15)}${'B'.repeat(5)}${'C'.repeat(20)}`,
    ],
  ])('%s', (_title, number, series, last, reference) => {
    const { rows, codes } = enter({ number_serie: number });
    expect(rows[0]).toMatchObject({ L: last, AJ: reference });
    expect(rows[0]!['K']).toBe(series);
    expect(codes).toEqual(number.length > 40 ? ['long_number'] : []);
  });
});

describe('the notes', () => {
  it('say that an annulled invoice is not in the book, unless AEAT refused the annulment', () => {
    expect(enter({}, { annulledOn: '2026-11-21' })).toMatchObject({ rows: [], codes: ['annulled'] });
    const refused = enter({}, { annulledOn: '2026-11-21', isAnnulmentRefused: true });
    expect(refused.rows).toHaveLength(1);
    expect(refused.codes).toEqual(['annulment_refused']);
  });

  it('list a record that AEAT rejected, whose invoice is in the book', () => {
    const { rows, codes, notes } = enter({}, { isRejected: true });
    expect([rows.length, codes, notes[0]!.isExcluded]).toEqual([1, ['rejected'], false]);
  });

  it('state the IGIC, which has no column', () => {
    const { rows, codes } = enter(line({ tax_type: 'igic', tax_rate: 7 }));
    expect(rows[0]).toMatchObject({ R: '08', S: 'N2', U: '100,00', V: '100,00' });
    expect(rows[0]).not.toHaveProperty('X');
    expect(codes).toEqual(['other_tax']);
  });

  it('state names that the column shortens, and further recipients', () => {
    const recipient = {
      document_type: 'nif' as const,
      address: 'Calle 1',
      postal_code: '28013',
      city: 'Madrid',
    };
    const { rows, codes } = enter({
      recipient_legal_name: null,
      recipient_document_type: null,
      recipient_document_number: null,
      recipients: [
        { name: `${'N'.repeat(40)} SL`, document_number: 'A12345674', ...recipient },
        { name: 'Otra SL', document_number: 'B98765431', ...recipient },
      ],
    });
    expect(rows[0]!['Q']).toBe('N'.repeat(40));
    expect(codes).toEqual(['shortened_name', 'further_recipients']);
  });

  it('say that cash accounting lacks collections that nobody knows', () => {
    expect(enter(line({ tax_regime: '07' })).codes).toEqual(['collections_unknown']);
    expect(enter(line({ tax_regime: '07' }), { collections: [] }).codes).toEqual([]);
  });
});

describe('a rectification by substitution', () => {
  const original = prepare({ number_serie: 'F-1', issue_date: '2026-11-10' }).document;
  const substitution: InvoiceInput = {
    number_serie: 'R-1',
    invoice_type: 'R1',
    issue_date: '2026-11-20',
    rectification: {
      method: 'substitution',
      reason: 'Error',
      invoices: [{ number_serie: 'F-1', issue_date: '2026-11-10' }],
      rectified_base: '90.00',
      rectified_tax: '18.90',
    },
  };
  const identity = { number: 'F-1', issueDate: '2026-11-10' };

  it('says if the amounts that it states are not those of the original', () => {
    const { rows, codes } = enter(substitution, {
      replaced: [{ ...identity, document: original, isAnnulled: false }],
    });
    expect(rows.map((row) => row['L'])).toEqual(['F-1', 'R-1']);
    expect(rows[0]!['V']!.startsWith('-')).toBe(true);
    expect(codes).toEqual(['replaced_differs']);
  });

  it('says if Pre303 does not count the negative row, because its quarter is an earlier one', () => {
    const earlier = { ...original, issueDate: '2026-08-10' };
    const { rows, codes } = enter(substitution, {
      replaced: [{ ...identity, document: earlier, isAnnulled: false }],
    });
    expect(rows.map((row) => row['B'])).toEqual(['3T', '4T']);
    expect(codes).toContain('earlier_quarter');
  });

  it.each([
    ['was issued elsewhere', null, false, 'original_elsewhere'],
    ['is annulled', original, true, 'original_annulled'],
  ] as const)('says if the original %s, and enters no negative row', (_title, document, isAnnulled, code) => {
    const { rows, codes } = enter(substitution, { replaced: [{ ...identity, document, isAnnulled }] });
    expect(rows.map((row) => row['L'])).toEqual(['R-1']);
    expect(codes).toEqual([code]);
  });
});

describe('the period', () => {
  it('of a rectification is that of its issue date, of others that of the operation', () => {
    const dates = { issue_date: '2026-11-20', operation_date: '2026-09-30' };
    expect(enter(dates).rows[0]).toMatchObject({ A: '2026', B: '3T', J: '30/09/2026' });
    const rectification = {
      method: 'differences' as const,
      reason: 'Error',
      invoices: [{ number_serie: 'F-1', issue_date: '2026-11-10' }],
    };
    expect(enter({ ...dates, invoice_type: 'R1', rectification }).rows[0]).toMatchObject({ B: '4T' });
  });

  it('is a quarter, and the book is cumulative from 1 January to the end of one', () => {
    expect([quarterOf('2026-03-31').period, quarterOf('2026-04-01').period]).toEqual(['1T', '2T']);
    expect(isCumulative({ from: '2026-01-01', to: '2026-06-30' })).toBe(true);
    expect(isCumulative({ from: '2026-04-01', to: '2026-06-30' })).toBe(false);
    expect(isCumulative({ from: '2026-01-01', to: '2026-05-31' })).toBe(false);
  });
});

describe('the columns of the IRPF', () => {
  const parameters: BookParameters = {
    activity: { code: 'A', type: '05', group: '841' },
    incomeConcept: 'I01',
    property: null,
  };

  it('are for natural persons, whose joint book is the default if their concept of income is known', () => {
    expect(chooseBook('12345678Z', parameters)).toBe('U');
    expect(chooseBook('X1234567L', parameters)).toBe('U');
    expect(chooseBook('12345678Z', NO_BOOK_PARAMETERS)).toBe('E');
    expect(chooseBook('B12345674', parameters)).toBe('E');
  });

  it('state each rate of retención once, on rows of their own, in euros', () => {
    const { rows } = enter(
      {
        ...EU_RECIPIENT,
        issuer_nif: '12345678Z',
        currency: 'USD',
        exchange_rate: '0.5',
        lines: [
          {
            concept: 'Proyecto',
            units: '1',
            unit_price: '100.00',
            tax_rate: 21,
            income_tax_withholding_rate: '15',
          },
          {
            concept: 'Libro',
            units: '1',
            unit_price: '100.00',
            tax_rate: 4,
            income_tax_withholding_rate: '7',
          },
        ],
      },
      {},
      { book: 'U', parameters },
    );
    expect(rows.map((row) => [row['H'], row['AE'], row['AF']])).toEqual([
      ['50,00', '15,00', '7,50'],
      ['50,00', '7,00', '3,50'],
    ]);
  });
});

describe('the rent of premises', () => {
  it.each([
    ['11', { income_tax_withholding_rate: '19' }],
    ['12', {}],
  ])('has key %s by its retención, and the property of the issuer', (key, changes) => {
    const property = { situation: '1', cadastralReference: '9872023VH5797S0001WX' } as const;
    const { rows, codes } = enter(
      line({ tax_regime: '11', ...changes }),
      {},
      { parameters: { ...NO_BOOK_PARAMETERS, property } },
    );
    expect(rows[0]).toMatchObject({ R: key, AH: '1', AI: '9872023VH5797S0001WX' });
    expect(codes).toEqual([]);
    expect(enter(line({ tax_regime: '11', ...changes })).codes).toEqual(['property_unknown']);
  });
});

it('a margin is taxed with its base, and the total of the row is the price', () => {
  const { rows } = enter(line({ tax_regime: '03', unit_price: '9680.00', margin: '2680.00' }));
  expect(rows[0]).toMatchObject({ R: '03', U: '9680,00', V: '2214,88', X: '465,12' });
});
