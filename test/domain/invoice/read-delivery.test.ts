import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/v2/invoice-input.ts';
import { buildTerms } from '../../../src/domain/einvoice/build-terms.ts';
import { findTransferAccount } from '../../../src/domain/invoice/transfer-account.ts';
import { prepareInvoice } from '../../../src/domain/invoice/prepare-invoice.ts';
import { buildProfile } from '../../render/support/build-invoice.ts';
import { buildV2, lineV2 } from '../support/v2-cases.ts';
import { TODAY } from '../support/inputs.ts';

const FRENCH = { name: 'Exemple SARL', document_type: 'eu_vat', document_number: 'FR12345678901' };
const WITHIN_UNION = lineV2({ tax_regime: '01', tax_exemption_code: 'E5', tax_rate: null });

function prepare(changes: Partial<InvoiceInput>) {
  const input = buildV2({ recipients: [FRENCH], ...changes });
  return prepareInvoice(input, { organizationName: 'Ejemplo SL', today: TODAY });
}

/** The fields and the codes of what is wrong; empty if nothing is. */
function judge(changes: Partial<InvoiceInput>): string[] {
  const prepared = prepare(changes);
  return prepared.kind === 'refused' ? prepared.findings.map(({ field, code }) => `${field} ${code}`) : [];
}

function accept(changes: Partial<InvoiceInput>) {
  const prepared = prepare(changes);
  if (prepared.kind === 'refused') throw new Error(JSON.stringify(prepared.findings));
  return prepared.invoice.document;
}

describe('the delivery of an invoice', () => {
  it.each([
    [{ delivery: { city: 'Lille' } }, ['delivery.country_code blank']],
    [{ delivery: { country_code: 'FX' } }, ['delivery.country_code invalid']],
    [{ delivery: { country_code: 'ES' } }, []],
    [{ delivery: { country_code: 'ES' }, lines: [WITHIN_UNION] }, ['delivery.country_code inconsistent']],
    [{ delivery: { country_code: 'US' }, lines: [WITHIN_UNION] }, ['delivery.country_code inconsistent']],
    [{ delivery: { country_code: 'DE' }, lines: [WITHIN_UNION] }, []],
    // Northern Ireland.
    [{ delivery: { country_code: 'GB' }, lines: [WITHIN_UNION] }, []],
  ] satisfies [Partial<InvoiceInput>, string[]][])('%j is refused for %j', (changes, found) => {
    expect(judge(changes)).toEqual(found);
  });

  it('decides the country of an intra-Community supply, which otherwise is that of the recipient', () => {
    const countryOf = (changes: Partial<InvoiceInput>) =>
      buildTerms(accept({ lines: [WITHIN_UNION], ...changes }), buildProfile())['BG-15']?.country;
    expect(countryOf({})).toBe('FR');
    expect(countryOf({ delivery: { country_code: 'DE' } })).toBe('DE');
  });
});

describe('the payee of an invoice', () => {
  it.each([
    [{ payee: { document_number: 'A12345674' } }, ['payee.name blank']],
    [
      { payee: { name: 'Factoring SA', document_number: 'B12345674' } },
      ['payee.document_number not_allowed'],
    ],
    [{ payee: { name: 'Factoring SA' } }, []],
  ] satisfies [Partial<InvoiceInput>, string[]][])('%j is refused for %j', (changes, found) => {
    expect(judge(changes)).toEqual(found);
  });

  it('is never paid on the account of the issuer’s profile', () => {
    const profile = { iban: 'ES9121000418450200051332', bic: null };
    const payment = { means: 'bank_transfer' };
    const payee = { name: 'Factoring SA' };
    const iban = 'ES7921000813610123456789';
    expect(findTransferAccount(accept({ payment }), profile)?.iban).toBe(profile.iban);
    expect(findTransferAccount(accept({ payment, payee }), profile)).toBeNull();
    expect(findTransferAccount(accept({ payment: { ...payment, iban }, payee }), profile)?.iban).toBe(iban);
  });
});

describe('the contact of a recipient', () => {
  it('has at least one member', () => {
    expect(judge({ recipients: [{ ...FRENCH, contact: { name: ' ' } }] })).toEqual([
      'recipients[0].contact.name blank',
    ]);
    expect(judge({ recipients: [{ ...FRENCH, contact: { email: 'achats@exemple.example' } }] })).toEqual([]);
  });
});

describe('the percentages of allowances and charges', () => {
  const lines = [
    lineV2({
      units: 2,
      unit_price: 100,
      discount_percent: 5,
      allowances: [{ reason: 'Oferta', percent: 10 }],
      charges: [{ reason: 'Seguro', percent: 1 }],
    }),
  ];
  const allowances = [{ reason: 'Rappel', percent: 2, tax_rate: 21 }];

  it('have the amount to which they apply', () => {
    const document = accept({ lines, allowances });
    // 190.00 − 19.00 + 1.90
    expect(document.lines[0]!.netAmount).toBe('172.90');
    const terms = buildTerms(document, buildProfile());
    expect(terms['BG-25'][0]!.allowancesAndCharges).toEqual([
      { isCharge: false, amount: '10.00', base: '200.00', percent: '5', reason: 'Descuento' },
      { isCharge: false, amount: '19.00', base: '190.00', percent: '10', reason: 'Oferta (10 %)' },
      { isCharge: true, amount: '1.90', base: '190.00', percent: '1', reason: 'Seguro (1 %)' },
    ]);
    expect(terms.allowancesAndCharges).toMatchObject([{ amount: '3.46', base: '172.90', percent: '2' }]);
  });

  it('are part of the reason where only amounts with tax were multiplied', () => {
    const document = accept({ lines, allowances, prices_include_tax: true });
    const [line] = buildTerms(document, buildProfile())['BG-25'];
    expect(line!.allowancesAndCharges).toHaveLength(1);
    expect(line!.allowancesAndCharges[0]!.reason).toBe('Descuento (5 %); Oferta (10 %); Seguro (1 %)');
  });
});
