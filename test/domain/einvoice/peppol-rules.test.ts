import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../src/contracts/issuer-profile.ts';
import { findRefusal, writeXml } from '../../../src/domain/einvoice/formats.ts';
import {
  buildAllowance,
  buildDocument,
  buildLine,
  buildProfile,
} from '../../render/support/build-invoice.ts';
import { everyNth } from '../../support/long.ts';
import { ADDRESS_SCHEMES } from '../../../src/domain/recipients/address-schemes.ts';
import { openRules } from '../support/en16931-judge.ts';
import { einvoicePath, hasEinvoiceFacts } from '../support/shared-facts.ts';
import { COMPILING_MS } from '../support/format-judges.ts';
import { LISTED_ADDRESSES } from '../support/peppol-addresses.ts';

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
const TAX_IN = (currency: string, amount: string): string =>
  `<cac:TaxTotal><cbc:TaxAmount currencyID="${currency}">${amount}</cbc:TaxAmount></cac:TaxTotal>`;
const TAX_CURRENCY = (currency: string): string =>
  `</cbc:DocumentCurrencyCode><cbc:TaxCurrencyCode>${currency}</cbc:TaxCurrencyCode>`;

/** A change of the document that breaks each rule. */
const MUTANTS: Readonly<Record<string, readonly Change[]>> = {
  R007: [['billing:01:1.0', 'billing:1.0']],
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

type Address = { readonly scheme: string; readonly value: string };

/** The document with electronic addresses as if nothing refused them. The rules judge each one. */
function withAddresses(addresses: readonly Address[]): string {
  const elements = addresses.map(
    ({ scheme, value }) => `<cbc:EndpointID schemeID="${scheme}">${value}</cbc:EndpointID>`,
  );
  return INVOICE.replace(BUYER, `$1${elements.join('')}`);
}

/** Why a document cannot be written for Peppol; null if it can. */
function judge(changes: Partial<InvoiceDocument>, profile: Partial<IssuerProfile> = {}): string | null {
  const document = buildDocument({ references: { buyer: 'ACME-1' }, ...changes });
  return (
    findRefusal(() => writeXml('ubl', { document, profile: buildProfile(profile) }, 'peppol'))?.rule ?? null
  );
}

const RECIPIENT = buildDocument().recipient!;
/** An issuer without a VAT identifier. */
const IGIC = {
  lines: [buildLine({ taxType: 'igic', rate: '7' })],
  groups: buildDocument().groups.map((group) => ({
    ...group,
    taxType: 'igic' as const,
    rate: '7',
    tax: '7.00',
  })),
};

/** Numbers with one changed digit, with another length, and with a letter. */
function mutate(value: string): string[] {
  const digits = [...Array(value.length).keys()].filter((place) => /\d/.test(value[place]!));
  const changed = digits.map((place) => {
    const digit = (Number(value[place]) + 1) % 10;
    return `${value.slice(0, place)}${digit}${value.slice(place + 1)}`;
  });
  return [...changed, value.slice(1), `${value}1`, `A${value.slice(1)}`];
}

describe.runIf(hasEinvoiceFacts)('the official rules of Peppol', () => {
  let rules: ReturnType<typeof openRules>;
  const findBroken = (xml: string) => rules(xml).flatMap(({ rule, isFatal }) => (isFatal ? [rule] : []));
  beforeAll(() => void (rules = openRules('peppol')), COMPILING_MS);

  it('accept a document that follows them', () => {
    expect(findBroken(INVOICE)).toEqual([]);
  });

  it.each(everyNth(3, Object.entries(MUTANTS)))('refuse a document that breaks %s', (rule, changes) => {
    let changed = INVOICE;
    for (const [from, to] of changes) {
      const next = changed.replace(from, to);
      expect(next).not.toBe(changed);
      changed = next;
    }
    expect(findBroken(changed)).toContain(`PEPPOL-EN16931-${rule}`);
  });

  it('refuse the schemes and numbers of electronic addresses that the product refuses, and no others', () => {
    const listed = [...ADDRESS_SCHEMES]
      .filter((scheme) => !LISTED_ADDRESSES.some((one) => one.scheme === scheme))
      .map((scheme) => ({ scheme, value: '123456789' }));
    const numbers = LISTED_ADDRESSES.flatMap(({ scheme, value }) =>
      [value, ...mutate(value)].map((number) => ({ scheme, value: number })),
    );
    const judged = [...listed, ...numbers].map((address) => ({
      address,
      refused: judge({ recipient: { ...RECIPIENT, electronicAddress: address } }),
    }));
    const accepted = judged.filter(({ refused }) => refused === null).map(({ address }) => address);
    expect(accepted.length).toBeGreaterThan(80);
    expect(findBroken(withAddresses(accepted))).toEqual([]);
    const others = judged.flatMap(({ address, refused }) => (refused === null ? [] : [{ address, refused }]));
    expect(others.length).toBeGreaterThan(80);
    expect(findBroken(withAddresses(others.map(({ address }) => address))).toSorted()).toEqual(
      others.map(({ refused }) => refused).toSorted(),
    );
  });

  it('of countries are followed, or the sellers to which they apply are refused', () => {
    const text = readFileSync(einvoicePath('schemas/peppol/PEPPOL-EN16931-UBL-3.0.21.sch'), 'utf8');
    const countries = new Set(
      [...text.matchAll(/(?:[cC]ountry\w*|IdentificationCode\)*) ?= ?'([A-Z]{2})'/g)].map(
        ([, code]) => code!,
      ),
    );
    expect([...countries].toSorted()).toEqual(['DE', 'DK', 'EL', 'GR', 'IS', 'IT', 'NL', 'NO', 'SE']);
    countries.delete('EL');
    for (const countryCode of [...countries, 'FR'])
      for (const hasIgic of [false, true]) {
        const document = buildDocument({
          references: { buyer: 'ACME-1' },
          recipient: { ...RECIPIENT, countryCode },
          ...(hasIgic && IGIC),
        });
        const source = { document, profile: buildProfile({ countryCode }) };
        if (findRefusal(() => writeXml('ubl', source, 'peppol')) !== null) continue;
        expect([countryCode, findBroken(writeXml('ubl', source, 'peppol'))]).toEqual([countryCode, []]);
      }
  });
});

describe('the UBL for Peppol', () => {
  it.each([
    [
      'PEPPOL-EN16931-P0112',
      'a rectification by substitution, which would be due beside its original',
      {
        type: 'R1',
        rectification: { method: 'substitution', reason: 'Error en el precio', invoices: [] },
      },
    ],
    [
      'PEPPOL-EN16931-CL008',
      'an address that is an e-mail',
      { recipient: { ...RECIPIENT, electronicAddress: { scheme: 'EM', value: 'ap@example.com' } } },
    ],
    [
      'PEPPOL-COMMON-R043',
      'a Belgian buyer whose VAT number has wrong check digits',
      {
        recipient: {
          ...RECIPIENT,
          documentType: 'eu_vat',
          documentNumber: 'BE0123456789',
          countryCode: 'BE',
        },
      },
    ],
    ['PEPPOL-EN16931-R003', 'an invoice without a reference of the buyer', { references: {} }],
  ] satisfies [string, string, Partial<InvoiceDocument>][])('refuses by %s %s', (rule, _what, changes) => {
    expect(judge(changes)).toBe(rule);
  });

  it('names a Belgian buyer by its enterprise number', () => {
    const recipient = {
      ...RECIPIENT,
      documentType: 'eu_vat',
      documentNumber: 'BE0123456749',
      countryCode: 'BE',
    } as const;
    const document = buildDocument({ references: { buyer: 'ACME-1' }, recipient });
    expect(writeXml('ubl', { document, profile: buildProfile() }, 'peppol')).toContain(
      '<cbc:EndpointID schemeID="0208">0123456749</cbc:EndpointID>',
    );
  });

  it('names the issuer by the electronic address of its profile', () => {
    const document = buildDocument({ references: { buyer: 'ACME-1' } });
    const profile = buildProfile({ electronicAddress: { scheme: '0088', value: '8412345678905' } });
    for (const name of ['cen', 'peppol'] as const)
      expect(writeXml('ubl', { document, profile }, name)).toContain(
        '<cbc:EndpointID schemeID="0088">8412345678905</cbc:EndpointID>',
      );
  });
});
