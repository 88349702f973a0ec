import { describe, expect, it } from 'vitest';
import type { InvoiceDocument, Recipient } from '../../../../src/contracts/invoice-document.ts';
import type { IssuerProfile } from '../../../../src/contracts/issuer-profile.ts';
import {
  buildAllowance,
  buildDocument,
  buildLine,
  buildProfile,
} from '../../../render/support/build-invoice.ts';
import { tryFacturae } from '../../support/facturae-documents.ts';

type Changes = Parameters<typeof buildDocument>[0];

const { recipient } = buildDocument() as { recipient: Recipient };
const to = (changes: Partial<Recipient>): Changes => ({ recipient: { ...recipient, ...changes } });
const rectifying = (
  changes: Partial<NonNullable<InvoiceDocument['rectification']>>,
  more: Changes = {},
): Changes => ({
  type: 'R1',
  rectification: {
    method: 'differences',
    reason: 'Error',
    invoices: [{ issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-10-31' }],
    ...changes,
  },
  ...more,
});
const original = { issuerNif: 'B12345674', number: 'A/1', issueDate: '2026-10-31' };
const long = (length: number): string => 'x'.repeat(length);

/** Invoices that break one rule of Facturae. */
const REFUSED: readonly [what: string, rule: string, changes: Changes, profile?: IssuerProfile][] = [
  ['a simplified invoice', 'BuyerParty', { type: 'F2', recipient: null }],
  ['a rectification of a simplified invoice', 'BuyerParty', { type: 'R5', recipient: null }],
  ['a second recipient', 'BuyerParty', { otherRecipients: [recipient] }],
  ['a number without a separator that splits it', 'InvoiceNumber', { number: long(21) }],
  [
    'a rectified number without a separator that splits it',
    'Corrective/InvoiceNumber',
    rectifying({ invoices: [{ ...original, number: long(21) }] }),
  ],
  [
    'two rectified invoices',
    'Corrective',
    rectifying({ invoices: [original, { ...original, number: 'A/2' }] }),
  ],
  ['a substitution of no invoice', 'Corrective', rectifying({ method: 'substitution', invoices: [] })],
  ['a volume discount without a period', 'Corrective/TaxPeriod', rectifying({ invoices: [] })],
  [
    'a volume discount whose period has no end',
    'Corrective/TaxPeriod',
    rectifying({ invoices: [] }, { period: { start: '2026-01-01', end: null } }),
  ],
  [
    'a negative withholding of a positive amount (rule 6.d)',
    'TotalTaxesWithheld',
    {
      lines: [
        buildLine({ units: '2' }),
        buildLine({ units: '-1', withholdingRate: '15', netAmount: '-100.00' }),
      ],
    },
  ],
  ['a company with a name of 81 characters', 'CorporateName', to({ name: long(81) })],
  [
    'an issuer with a name of 81 characters',
    'CorporateName',
    { issuer: { nif: 'B12345674', name: long(81) } },
  ],
  ['a person without a surname', 'FirstSurname', to({ documentNumber: '12345678Z', name: 'Ada' })],
  ['a person without a name', 'FirstSurname', to({ documentNumber: '12345678Z', name: 'García López,' })],
  ['a person with a name of 41 characters', 'Name', to({ documentType: 'passport', name: `${long(41)} b` })],
  [
    'a first surname of 41 characters',
    'FirstSurname',
    to({ documentType: 'passport', name: `A ${long(41)}` }),
  ],
  [
    'a second surname of 41 characters',
    'SecondSurname',
    to({ documentType: 'passport', name: `A b ${long(41)}` }),
  ],
  [
    'a number of two characters',
    'TaxIdentificationNumber',
    to({ documentType: 'passport', documentNumber: 'C1' }),
  ],
  [
    'a number of 31 characters',
    'TaxIdentificationNumber',
    to({ documentType: 'other_document', documentNumber: long(31) }),
  ],
  ['a code of DIR3 of 11 characters', 'CentreCode', to({ dir3: { ...noCentres(), managingBody: long(11) } })],
  ['a Spanish recipient without an address', 'AddressInSpain', to({ address: null })],
  ['a Spanish recipient without a city', 'AddressInSpain', to({ city: null })],
  ['a Spanish recipient without a postal code', 'PostCode', to({ postalCode: null })],
  ['a postal code of no province', 'PostCode', to({ postalCode: '99001' })],
  ['a foreign recipient without an address', 'OverseasAddress', to({ countryCode: 'FR', address: null })],
  [
    'a foreign recipient without a postal code and a city',
    'OverseasAddress',
    to({ countryCode: 'FR', postalCode: null, city: null }),
  ],
  ['an address of 81 characters', 'Address', to({ address: long(81) })],
  ['a Spanish city of 51 characters', 'Town', to({ city: long(51) })],
  [
    'a foreign city of 51 characters',
    'PostCodeAndTown',
    to({ countryCode: 'FR', postalCode: null, city: long(51) }),
  ],
  [
    'a foreign issuer in a province of 21 characters',
    'Province',
    {},
    buildProfile({ countryCode: 'FR', province: long(21) }),
  ],
  ['a country that the schema does not list', 'CountryType', to({ countryCode: 'CW' })],
  ['a currency that the schema does not list', 'CurrencyCodeType', { currency: 'GEL', exchangeRate: '0.3' }],
  ['an issuer without an address', 'RD 1619/2012 art. 6.1.e', {}, buildProfile({ address: null })],
  [
    'a concept of 2501 characters',
    'ItemDescription',
    { lines: [buildLine({ concept: long(2501) })], description: 'x' },
  ],
  [
    'a note of 2501 characters',
    'AdditionalLineItemInformation',
    { lines: [buildLine({ notes: long(2501) })] },
  ],
  ['a description of 2501 characters', 'InvoiceDescription', { description: long(2501) }],
  ['a footer of 2501 characters', 'InvoiceAdditionalInformation', { footerNote: long(2501) }],
  [
    'payment terms of 2501 characters',
    'CollectionAdditionalInformation',
    { paymentMethod: 'cash', paymentMethodInfo: long(2501) },
  ],
  ['a reason of 2501 characters', 'AdditionalReasonDescription', rectifying({ reason: long(2501) })],
  [
    'an allowance of a line with a reason of 2501 characters',
    'DiscountReason',
    {
      lines: [
        buildLine({
          netAmount: '90.00',
          allowances: [{ reason: long(2501), percent: null, amount: '10.00' }],
        }),
      ],
    },
  ],
  [
    'an allowance with a reason of 2501 characters',
    'DiscountReason',
    { allowances: [buildAllowance({ reason: long(2501) })] },
  ],
  [
    'a charge with a reason of 2501 characters',
    'ChargeReason',
    { allowances: [buildAllowance({ isCharge: true, reason: long(2501) })] },
  ],
  [
    'due amounts that do not add up',
    'InstallmentAmount',
    { payment: { ...noPayment(), due: [{ date: '2026-12-01', amount: '120.99' }] } },
  ],
  ['lines that do not add up', 'TotalGrossAmountBeforeTaxes', { groups: [{ ...group(), base: '99.99' }] }],
  ['a total that is not the sum', 'InvoiceTotal', { totals: { total: '121.01' } }],
  ['an amount to pay that is not the sum', 'TotalExecutableAmount', { totals: { payable: '121.01' } }],
];

function noCentres(): NonNullable<Recipient['dir3']> {
  return { accountingOffice: null, managingBody: null, processingUnit: null, proposingBody: null };
}

function noPayment(): NonNullable<InvoiceDocument['payment']> {
  return { iban: null, bic: null, mandateReference: null, creditorId: null, terms: null, due: [] };
}

function group(): InvoiceDocument['groups'][number] {
  return buildDocument().groups[0]!;
}

describe('an invoice that Facturae cannot express', () => {
  it.each(REFUSED)('is refused with the element that prevents it: %s', (_what, rule, changes, profile) => {
    expect(tryFacturae(buildDocument(changes), profile)).toEqual({ rule });
  });

  it('is one with a change, because the invoice without changes is written', () => {
    expect(tryFacturae(buildDocument())).toHaveProperty('xml');
  });

  it('is refused without a profile, because it has no address of the issuer', () => {
    expect(tryFacturae(buildDocument(), null!)).toEqual({ rule: 'RD 1619/2012 art. 6.1.e' });
  });
});
