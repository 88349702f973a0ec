import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { CONTEXT, prepare } from '../support/prepared.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';

/* The members of an invoice that only AEAT's public solution needs. */

const PERSON = { issuer_nif: '12345678Z', issuer_name: 'Ana Ejemplo' };
const COMMUNITY = { issuer_nif: 'E12345674', issuer_name: 'Comunidad de Ejemplo' };

function findingsOf(changes: InvoiceInput): string[] {
  const prepared = prepareInvoice(buildV2(changes), CONTEXT);
  return prepared.kind === 'prepared'
    ? []
    : prepared.findings.map(({ field, code, rule }) => [field, code, rule].filter(Boolean).join(' '));
}

describe('the day of payment of an invoice', () => {
  const paid = (paid_on: string, changes: InvoiceInput = {}): InvoiceInput => ({
    issue_date: '2026-11-20',
    paid: true,
    payment: { means: 'cash', paid_on },
    ...changes,
  });

  it('is that of the operation, or a later one up to the issue date', () => {
    expect(findingsOf(paid('2026-11-20'))).toEqual([]);
    for (const day of ['2026-11-12', '2026-11-15', '2026-11-20'])
      expect(findingsOf(paid(day, { operation_date: '2026-11-12' }))).toEqual([]);
    expect(prepare(paid('2026-11-20')).document.payment?.paidOn).toBe('2026-11-20');
  });

  it.each([
    ['after the issue date', '2026-11-21', {}],
    ['before the issue date, if that is the day of the operation', '2026-11-19', {}],
    ['before the operation', '2026-11-11', { operation_date: '2026-11-12' }],
  ] as const)('is refused %s', (_when, day, changes) => {
    expect(findingsOf(paid(day, changes))).toEqual(['payment.paid_on invalid SPFE BT-ES-2']);
  });

  it('is refused if the invoice is not paid, and if it is no day', () => {
    for (const value of [null, false])
      expect(findingsOf(paid('2026-11-20', { paid: value }))).toEqual(['payment.paid_on must_be_blank']);
    expect(findingsOf(paid('2026-02-30'))).toEqual(['payment.paid_on invalid']);
  });
});

describe('the concept of a withholding', () => {
  const withConcept = (
    concept: string,
    issuer: InvoiceInput = {},
    rate: number | null = 19,
  ): InvoiceInput => ({
    ...issuer,
    lines: [lineV2({ income_tax_withholding_rate: rate, withholding_concept: concept })],
  });
  const REFUSED = ['lines[0].withholding_concept not_allowed SPFE BT-ES-21'];

  it('is of the IRPF for natural persons and for entities whose members have the income, and of the Impuesto sobre Sociedades for companies', () => {
    for (const concept of ['01', '04', '07']) {
      for (const issuer of [PERSON, COMMUNITY]) expect(findingsOf(withConcept(concept, issuer))).toEqual([]);
      expect(findingsOf(withConcept(concept))).toEqual(REFUSED);
    }
    for (const concept of ['08', '10']) {
      for (const issuer of [PERSON, COMMUNITY])
        expect(findingsOf(withConcept(concept, issuer))).toEqual(REFUSED);
      expect(findingsOf(withConcept(concept))).toEqual([]);
    }
    for (const issuer of [PERSON, {}]) expect(findingsOf(withConcept('11', issuer))).toEqual([]);
  });

  it('needs a withholding, and is one of the list', () => {
    for (const rate of [null, 0])
      expect(findingsOf(withConcept('11', {}, rate))).toEqual(['lines[0].withholding_concept must_be_blank']);
    expect(findingsOf(withConcept('12'))).toEqual(['lines[0].withholding_concept unknown_value']);
  });
});

describe('the suplidos of an invoice', () => {
  const TWO = [
    { description: 'Tasa', amount: '30.00' },
    { description: 'Devuelta', amount: '-5.00' },
  ];

  it('are stored one by one, and their sum is added to the amount to pay', () => {
    const { document } = prepare({ reimbursable_expenses: TWO });
    expect(document.reimbursableExpenses).toEqual(TWO);
    expect([document.totals.reimbursableExpenses, document.totals.payable]).toEqual(['25.00', '146.00']);
    expect(findingsOf({ reimbursable_expenses: TWO, total_reimbursable_expenses_amount: '25' })).toEqual([]);
  });

  it('are refused if they do not add up to the stated sum, or to less than nothing', () => {
    expect(findingsOf({ reimbursable_expenses: TWO, total_reimbursable_expenses_amount: '25.01' })).toEqual([
      'reimbursable_expenses inconsistent',
    ]);
    expect(findingsOf({ reimbursable_expenses: TWO.slice(1) })).toEqual([
      'reimbursable_expenses out_of_range',
    ]);
  });

  it('are whole numbers in a currency without decimals', () => {
    const yen = {
      currency: 'JPY',
      exchange_rate: '0.0062',
      reimbursable_expenses: [{ description: 'x', amount: '1.5' }],
    };
    expect(findingsOf(yen)).toContain('reimbursable_expenses[0].amount too_many_digits');
  });
});

describe('the premises of an invoice', () => {
  const property = { situation: 1, cadastral_reference: '9872023VH5797S0001WX' };

  it('are those of its lines of regime 11 that state none', () => {
    const own = { situation: 3 };
    const { lines } = prepare({
      property,
      lines: [lineV2({ tax_regime: '11' }), lineV2({ tax_regime: '11', property: own }), lineV2()],
    }).document;
    expect(lines.map((line) => line.property)).toEqual([
      { situation: '1', cadastralReference: '9872023VH5797S0001WX' },
      { situation: '3', cadastralReference: null },
      undefined,
    ]);
  });

  it('need such a line, and obey the rules of those of a line', () => {
    expect(findingsOf({ property })).toEqual(['property must_be_blank']);
    expect(findingsOf({ property: { situation: 1 }, lines: [lineV2({ tax_regime: '11' })] })).toEqual([
      'property.cadastral_reference blank',
    ]);
  });
});

describe('the tax or levy of a charge', () => {
  it('is one of the list, and no member of an allowance', () => {
    const charge = { reason: 'Envases', amount: 4, tax_rate: 21, tax_code: 'IEP' };
    expect(prepare({ charges: [charge] }).document.allowances?.[0]?.taxCode).toBe('IEP');
    expect(findingsOf({ charges: [{ ...charge, tax_code: 'IVA' }] })).toEqual([
      'charges[0].tax_code unknown_value',
    ]);
  });
});
