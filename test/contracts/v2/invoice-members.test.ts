import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import type { Keywords } from '../../../src/contracts/members.ts';
import { INVOICE_MEMBERS } from '../../../src/contracts/v2/invoice-members.ts';
import {
  CONTACT,
  DELIVERY,
  DIR3,
  DUE,
  ELECTRONIC_ADDRESS,
  INVOICE_REFERENCE,
  PARTY,
  PAYEE,
  PAYMENT,
  PERIOD,
  RECTIFICATION,
  REIMBURSABLE_EXPENSE,
} from '../../../src/contracts/v2/nested-members.ts';
import { BILLING_AUTHORISATION } from '../../../src/contracts/v2/authorisation-members.ts';
import {
  ALLOWANCE,
  CHARGE,
  LINE_ALLOWANCE,
  LINE_MEMBERS,
  PROPERTY,
} from '../../../src/contracts/v2/line-members.ts';
import { ISSUED_BY, ISSUED_BY_DOCUMENT } from '../../../src/contracts/v2/issued-by-members.ts';
import type { StoredSeries } from '../../../src/domain/series/series-rules.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';

/*
 * The limits that the OpenAPI document of version 2 states for the members of an invoice are those
 * that the rules enforce.
 */

const LINE = { concept: 'Servicio', units: 1, unit_price: 100, tax_rate: 21 };
const RECIPIENT = {
  recipient_legal_name: 'Cliente de Prueba SL',
  recipient_document_type: 'nif',
  recipient_document_number: 'A12345674',
};
const BUYER = { name: 'Cliente de Prueba SL', document_type: 'nif', document_number: 'A12345674' };
const ISSUER = { issuer_nif: 'B12345674', number_serie: 'F-1', issue_date: '2026-11-20' };
const BASE: InvoiceInput = { ...ISSUER, ...RECIPIENT, lines: [LINE] };
const REFERENCE = { number_serie: 'F-0', issue_date: '2026-11-19' };
const RAPPEL = { reason: 'Rappel', amount: 5, tax_rate: 21 };
const THIRD = { role: 'third_party', name: 'Gestoría SL', document: { type: 'nif', number: 'A12345674' } };

type Values = Readonly<Record<string, unknown>>;
/**
 * The members of an object: their keywords, their place in an invoice, and an invoice that has the
 * object with some values changed.
 */
type Section = {
  readonly members: Readonly<Record<string, Keywords>>;
  readonly place: string;
  readonly build: (changes: Values) => Values;
};
const at = (place: string, members: Section['members'], build: Section['build']): Section => ({
  members,
  place,
  build,
});
const R1 = { invoice_type: 'R1', rectified_invoice_id: null };

const SECTIONS: readonly Section[] = [
  at('', INVOICE_MEMBERS, (changes) => changes),
  at('lines[0].', LINE_MEMBERS, (changes) => ({ lines: [{ ...LINE, ...changes }] })),
  at('lines[0].allowances[0].', LINE_ALLOWANCE.members, (changes) => ({
    lines: [{ ...LINE, allowances: [{ reason: 'Rappel', amount: 5, ...changes }] }],
  })),
  at('lines[0].charges[0].', LINE_ALLOWANCE.members, (changes) => ({
    lines: [{ ...LINE, charges: [{ reason: 'Envase', amount: 5, ...changes }] }],
  })),
  at('lines[0].property.', PROPERTY.members, (changes) => ({
    lines: [
      {
        ...LINE,
        tax_regime: '11',
        property: { situation: 1, cadastral_reference: '9872023VH5797S0001WX', ...changes },
      },
    ],
  })),
  at('property.', PROPERTY.members, (changes) => ({
    lines: [{ ...LINE, tax_regime: '11' }],
    property: { situation: 1, cadastral_reference: '9872023VH5797S0001WX', ...changes },
  })),
  at('delivery.', DELIVERY.members, (changes) => ({ delivery: { country_code: 'FR', ...changes } })),
  at('payee.', PAYEE.members, (changes) => ({ payee: { name: 'Factoring SA', ...changes } })),
  at('recipients[0].contact.', CONTACT.members, (changes) => ({
    ...Object.fromEntries(Object.keys(RECIPIENT).map((name) => [name, null])),
    recipients: [{ ...BUYER, contact: { name: 'Compras', ...changes } }],
  })),
  at('allowances[0].', ALLOWANCE.members, (changes) => ({
    // An allowance has the tax of a line.
    lines: [LINE, { ...LINE, equivalence_surcharge_rate: 5.2 }],
    allowances: [{ ...RAPPEL, ...changes }],
  })),
  at('billing_authorisations[0].', BILLING_AUTHORISATION.members, (changes) => ({
    billing_authorisations: [{ number: 'RGE-1', ...changes }],
  })),
  at('charges[0].', CHARGE.members, (changes) => ({ charges: [{ ...RAPPEL, ...changes }] })),
  at('period.', PERIOD.members, (changes) => ({
    period: { start: '2026-11-01', end: '2026-11-30', ...changes },
  })),
  at('recipients[0].', PARTY.members, (changes) => ({
    ...Object.fromEntries(Object.keys(RECIPIENT).map((name) => [name, null])),
    recipients: [{ ...BUYER, ...changes }],
  })),
  at('recipients[0].electronic_address.', ELECTRONIC_ADDRESS.members, (changes) => ({
    ...Object.fromEntries(Object.keys(RECIPIENT).map((name) => [name, null])),
    recipients: [{ ...BUYER, electronic_address: { scheme: '9920', value: 'x', ...changes } }],
  })),
  at('recipients[0].dir3.', DIR3.members, (changes) => ({
    ...Object.fromEntries(Object.keys(RECIPIENT).map((name) => [name, null])),
    recipients: [
      {
        ...BUYER,
        dir3: {
          accounting_office: 'L01280796',
          managing_body: 'L01280796',
          processing_unit: 'L01280796',
          ...changes,
        },
      },
    ],
  })),
  at('rectification.', RECTIFICATION.members, (changes) => ({
    ...R1,
    rectification: { method: 'differences', reason: 'x', invoices: [REFERENCE], ...changes },
  })),
  at('rectification.invoices[0].', INVOICE_REFERENCE.members, (changes) => ({
    ...R1,
    rectification: { method: 'differences', reason: 'x', invoices: [{ ...REFERENCE, ...changes }] },
  })),
  at('issued_by.', ISSUED_BY.members, (changes) => ({ issued_by: { ...THIRD, ...changes } })),
  at('issued_by.document.', ISSUED_BY_DOCUMENT.members, (changes) => ({
    issued_by: { ...THIRD, document: { ...THIRD.document, ...changes } },
  })),
  at('payment.', PAYMENT.members, (changes) => ({
    // Only a paid invoice has a day of payment.
    ...('paid_on' in changes && { paid: true }),
    payment: { means: 'bank_transfer', ...changes },
  })),
  at('reimbursable_expenses[0].', REIMBURSABLE_EXPENSE.members, (changes) => ({
    reimbursable_expenses: [{ description: 'Tasa', amount: 5, ...changes }],
  })),
  at('payment.due[0].', DUE.members, (changes) => ({
    payment: { due: [{ date: '2026-12-20', amount: 121, ...changes }] },
  })),
];

const SERIES: StoredSeries = {
  id: 1,
  issuerNif: ISSUER.issuer_nif,
  code: 'F',
  pattern: '{code}-{year}-{counter:6}',
  invoiceTypes: ['F1', 'F2', 'F3'],
  start: 1,
  startYear: 2024,
  isClosed: false,
  revision: 1,
};
/** Members that are only allowed together with others of their object. */
const COMPANIONS: Readonly<Record<string, Values>> = {
  rectified_invoice_id: { invoice_type: 'R1' },
  exchange_rate: { currency: 'USD' },
  margin: { tax_regime: '03', unit_price: 9680 },
  second_hand_kind: { tax_regime: '03', margin: 10, unit_price: 9680 },
  cost_base: { tax_regime: '06' },
  withholding_concept: { income_tax_withholding_rate: 24 },
  percent: { amount: null },
  tax_country: { tax_type: 'oss' },
  series: { number_serie: null },
};
/** Members whose findings name the object that contains them. */
const NAMED_BY: Readonly<Record<string, string>> = { 'rectification.invoices': 'rectification' };

/**
 * Returns the codes of the findings about a member that has a value, in an invoice that is
 * otherwise valid.
 */
function findingsOf({ place, build }: Section, name: string, value: unknown): string[] {
  const outcome = prepareInvoice(
    { ...BASE, ...build({ ...COMPANIONS[name], [name]: value }) },
    { organizationName: 'Ejemplo SL', today: '2026-11-22', isMigrating: true, series: [SERIES] },
  );
  if (outcome.kind === 'prepared') return [];
  const path = `${place}${name}`;
  return outcome.findings
    .filter(({ field }) => field === path || field === NAMED_BY[path])
    .map(({ code }) => code);
}

type Member = {
  readonly path: string;
  readonly name: string;
  readonly keywords: Keywords;
  readonly section: Section;
};
const MEMBERS: readonly Member[] = SECTIONS.flatMap((section) =>
  Object.entries(section.members).map(([name, keywords]) => ({
    path: `${section.place}${name}`,
    name,
    keywords,
    section,
  })),
);
const withKeyword = (keyword: keyof Keywords) =>
  MEMBERS.filter(({ keywords }) => keywords[keyword] !== undefined);

describe('the base of these tests', () => {
  it.each(SECTIONS)('is a valid invoice: $place', ({ build }) => {
    const context = { organizationName: 'Ejemplo SL', today: '2026-11-22' } as const;
    expect(prepareInvoice({ ...BASE, ...build({}) }, context)).toMatchObject({ kind: 'prepared' });
  });
});

describe('the documented limits of a member of version 2', () => {
  it.each(withKeyword('maxLength'))(
    '$path may have as many characters as its maxLength, and no more',
    ({ section, name, keywords: { maxLength } }) => {
      expect(findingsOf(section, name, '1'.repeat(maxLength!))).not.toContain('too_long');
      expect(findingsOf(section, name, '1'.repeat(maxLength! + 1))).toContain('too_long');
    },
  );

  it.each(withKeyword('enum'))('$path accepts only the values of its enum', ({ section, name, keywords }) => {
    const taken = keywords.enum!.filter((word) => findingsOf(section, name, word).includes('unknown_value'));
    // The list of regimes is that of all taxes, of which each has some.
    expect(name === 'tax_regime' || name === 'tax_exemption_code' ? [] : taken).toEqual([]);
    expect(findingsOf(section, name, 'x')).toContain('unknown_value');
  });

  it.each(withKeyword('required'))('$path is required', ({ section, name }) => {
    for (const nothing of [null, undefined]) expect(findingsOf(section, name, nothing)).toContain('blank');
  });

  it.each(withKeyword('decimals'))(
    '$path refuses more decimals than it may have',
    ({ section, name, keywords }) => {
      expect(findingsOf(section, name, `0.${'0'.repeat(keywords.decimals!)}1`)).toContain('too_many_digits');
      expect(findingsOf(section, name, '1,5')).toContain('invalid');
    },
  );

  it.each(withKeyword('minimum').filter(({ keywords }) => keywords.minimum === 0))(
    '$path refuses numbers below its minimum',
    ({ section, name }) => {
      expect(findingsOf(section, name, -1)).toContain('out_of_range');
    },
  );

  it.each(withKeyword('maxItems'))(
    '$path refuses more items than it may have',
    ({ section, name, keywords: { maxItems } }) => {
      const [place] = name === 'lines' ? [LINE] : [{}];
      const items = (count: number) =>
        Array.from({ length: count }, () => (name === 'delivery_note_references' ? 'x' : place));
      expect(findingsOf(section, name, items(maxItems! + 1))).toContain('too_many');
    },
  );

  it('allow every documented example', () => {
    const refused = MEMBERS.flatMap(({ path, name, keywords: { examples = [] }, section }) =>
      examples.flatMap((example) => {
        const codes = findingsOf(section, name, example);
        return codes.length > 0 ? [`${path} ${codes.join()}`] : [];
      }),
    );
    expect(refused).toEqual([]);
  });
});
