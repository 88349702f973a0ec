import { describe, expect, it } from 'vitest';
import { writeXml } from '../../../src/domain/einvoice/formats.ts';
import {
  buildAllowance,
  buildDocument,
  buildLine,
  buildProfile,
} from '../../render/support/build-invoice.ts';
import { findBrokenPeppolRules } from '../support/peppol-rules.ts';

const INVOICE = writeXml(
  'ubl',
  {
    document: buildDocument({
      references: { buyer: 'ACME-1' },
      period: { start: '2026-10-01', end: '2026-10-31' },
      paymentMethod: 'direct_debit',
      payment: {
        iban: null,
        bic: null,
        mandateReference: 'MANDATE-1',
        creditorId: null,
        terms: null,
        due: [],
      },
      lines: [buildLine({ discountPercent: '10', period: { start: '2026-10-01', end: '2026-10-31' } })],
      allowances: [buildAllowance()],
      footerNote: 'Gracias.',
    }),
    profile: buildProfile(),
  },
  'peppol',
);

type Change = readonly [from: string | RegExp, to: string];
const BUYER = /(<cac:AccountingCustomerParty><cac:Party>)<cbc:EndpointID.*?<\/cbc:EndpointID>/;
const SELLER = /(<cac:AccountingSupplierParty><cac:Party>)<cbc:EndpointID.*?<\/cbc:EndpointID>/;
const CREDIT_PROJECT =
  '<cac:AdditionalDocumentReference><cbc:ID>1</cbc:ID><cbc:DocumentTypeCode>50</cbc:DocumentTypeCode></cac:AdditionalDocumentReference>';
const TAX_IN = (currency: string, amount: string): string =>
  `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount}</cbc:TaxAmount></cac:TaxTotal>`;
const TAX_CURRENCY = (currency: string): string =>
  `</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>${currency}</cbc:TaxCurrencyCode>`;

/** A change of the document that breaks each rule. */
const MUTANTS: Readonly<Record<string, readonly Change[]>> = {
  R001: [['billing:01:1.0', 'billing:1.0']],
  R002: [['<cbc:Note>', '<cbc:Note>1</cbc:Note><cbc:Note>']],
  R003: [['<cbc:BuyerReference>ACME-1</cbc:BuyerReference>', '']],
  R004: [['#compliant#urn:fdc', '#conformant#urn:fdc']],
  R005: [
    ['</cbc:DocumentCurrencyCode>', TAX_CURRENCY('EUR')],
    ['<cac:LegalMonetaryTotal>', `${TAX_IN('EUR', '18.90')}<cac:LegalMonetaryTotal>`],
  ],
  R008: [['ACME-1', '']],
  R010: [[BUYER, '$1']],
  R020: [[SELLER, '$1']],
  R040: [['<cbc:BaseAmount currencyID="EUR">100.00<', '<cbc:BaseAmount currencyID="EUR">100.30<']],
  R041: [['<cbc:BaseAmount currencyID="EUR">100.00</cbc:BaseAmount>', '']],
  R042: [['<cbc:MultiplierFactorNumeric>10</cbc:MultiplierFactorNumeric>', '']],
  R051: [['<cbc:PriceAmount currencyID="EUR"', '<cbc:PriceAmount currencyID="USD"']],
  R053: [
    ['<cac:LegalMonetaryTotal>', '<cac:TaxTotal><cac:TaxSubtotal/></cac:TaxTotal><cac:LegalMonetaryTotal>'],
  ],
  R054: [['</cbc:DocumentCurrencyCode>', TAX_CURRENCY('USD')]],
  R055: [
    ['</cbc:DocumentCurrencyCode>', TAX_CURRENCY('USD')],
    ['<cac:LegalMonetaryTotal>', `${TAX_IN('USD', '-1.00')}<cac:LegalMonetaryTotal>`],
  ],
  R061: [[/<cac:PaymentMandate>.*?<\/cac:PaymentMandate>/, '']],
  R080: [['<cac:AccountingSupplierParty>', `${CREDIT_PROJECT.repeat(2)}<cac:AccountingSupplierParty>`]],
  R110: [[/(<cac:InvoiceLine>.*<cbc:StartDate>)2026-10-01/, '$12026-09-30']],
  R111: [[/(<cac:InvoiceLine>.*<cbc:EndDate>)2026-10-31/, '$12026-11-01']],
  R120: [
    [
      '<cbc:LineExtensionAmount currencyID="EUR">90.00</cbc:LineExtensionAmount><cac:InvoicePeriod>',
      '<cbc:LineExtensionAmount currencyID="EUR">90.03</cbc:LineExtensionAmount><cac:InvoicePeriod>',
    ],
  ],
  P0100: [['<cbc:InvoiceTypeCode>380<', '<cbc:InvoiceTypeCode>389<']],
};

describe('the rules of Peppol, with which the tests check written documents', () => {
  it('accept a document that follows them', () => {
    expect(findBrokenPeppolRules(INVOICE)).toEqual([]);
  });

  it.each(Object.entries(MUTANTS))('refuse a document that breaks %s', (rule, changes) => {
    let changed = INVOICE;
    for (const [from, to] of changes) {
      const next = changed.replace(from, to);
      expect(next).not.toBe(changed);
      changed = next;
    }
    expect(findBrokenPeppolRules(changed)).toContain(`PEPPOL-EN16931-${rule}`);
  });
});
