import { describe, expect, it } from 'vitest';
import type { InvoiceDocument } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { describeInvoice } from '#src/domain/registration/describe-invoice.ts';
import { buildRegistroAlta } from 'verifactu-protocol/records/build-registro-alta';
import { GENERATED_AT, SYSTEM } from '../../../packages/verifactu/test/support/records.ts';
import {
  AMERICAN,
  buildInput,
  documentOf,
  GERMAN,
  IDENTIFIED,
  messagesOf,
  NOBODY,
  TRAVELLER,
} from '../support/inputs.ts';

type Case = [title: string, changes: InvoiceInput, ...messages: string[]];

function check(cases: Case[]): void {
  it.each(cases)('%s', (_title, changes, ...messages) => {
    expect(messagesOf(buildInput(changes))).toEqual(messages);
  });
}

const CORRECTION = { rectified_invoice_id: 7 };

describe.each(['F1', 'F3', 'R1', 'R2', 'R3', 'R4'])('%s', (type) => {
  const changes = type.startsWith('R') ? { invoice_type: type, ...CORRECTION } : { invoice_type: type };

  it('requires a recipient (AEAT 1189)', () => {
    expect(messagesOf(buildInput(changes))).toEqual([]);
    expect(messagesOf(buildInput({ ...changes, ...NOBODY }))).toEqual([
      "Recipient legal name can't be blank",
      "Recipient document type can't be blank",
      "Recipient document number can't be blank",
    ]);
  });
});

describe.each([
  ['F2', 'use F1, or F3 to replace simplified invoices'],
  ['R5', 'use R1 to R4'],
])('%s', (type, job) => {
  const changes = type === 'R5' ? { invoice_type: type, ...CORRECTION } : { invoice_type: type };

  it('must not name a recipient (AEAT 1190)', () => {
    expect(messagesOf(buildInput({ ...changes, ...NOBODY }))).toEqual([]);
    expect(messagesOf(buildInput(changes))).toEqual([
      `Recipient legal name must be blank with invoice type ${type}: ${job}; or set has_unidentified_recipient to true, which prints the name but does not register it`,
      `Recipient document type must be blank with invoice type ${type}: ${job}`,
      `Recipient document number must be blank with invoice type ${type}: ${job}`,
    ]);
  });

  it('may name an unidentified recipient, who appears on the page and not in the record (AEAT 1190)', () => {
    const named: InvoiceInput = {
      ...changes,
      ...NOBODY,
      has_unidentified_recipient: true,
      recipient_legal_name: ' Ana Pérez ',
      recipient_billing_address: 'Calle Mayor 1',
      recipient_billing_postal_code: '27001',
      recipient_billing_city: 'Lugo',
      recipient_country_code: 'PT',
    };
    const addressee = {
      name: 'Ana Pérez',
      countryCode: 'PT',
      address: 'Calle Mayor 1',
      postalCode: '27001',
      city: 'Lugo',
    };
    const document = documentOf(buildInput(named));
    expect(document).toMatchObject({ type, recipient: null, addressee, unidentifiedRecipient: true });
    const register = (each: InvoiceDocument) =>
      buildRegistroAlta({
        invoice: describeInvoice(each),
        externalReference: '42',
        system: SYSTEM,
        previous: null,
        generatedAt: GENERATED_AT,
      });
    expect(register(document)).toEqual(register({ ...document, addressee: null }));
    expect(register(document).xml).toContain('FacturaSinIdentifDestinatarioArt61d>S<');
    expect(documentOf(buildInput({ ...named, recipient_legal_name: '' })).addressee).toEqual({
      ...addressee,
      name: null,
    });
    const nowhere = {
      recipient_billing_address: '',
      recipient_billing_postal_code: '',
      recipient_billing_city: '',
    };
    expect(documentOf(buildInput({ ...named, ...nowhere, recipient_legal_name: '' })).addressee).toBeNull();
    // A named but unidentified recipient does not make the default type F1.
    expect(documentOf(buildInput({ ...named, invoice_type: type === 'F2' ? null : type }))).toMatchObject({
      type,
      addressee,
    });
    // A document number would identify the recipient.
    const document_number = { recipient_document_type: 'nif', recipient_document_number: 'A12345674' };
    expect(messagesOf(buildInput({ ...named, ...document_number }))).toEqual([
      `Recipient document type must be blank with invoice type ${type}: ${job}`,
      `Recipient document number must be blank with invoice type ${type}: ${job}`,
    ]);
  });

  it('may state the address of the recipient', () => {
    const where = { recipient_country_code: 'ES', recipient_billing_city: 'Lugo' };
    expect(documentOf(buildInput({ ...changes, ...NOBODY, ...where })).recipient).toBeNull();
  });
});

describe('the recipient of an invoice with an invalid or absent type', () => {
  const UNKNOWN_TYPE = 'Invoice type must be one of F1, F2, F3, R1, R2, R3, R4, R5';
  check([
    ['is not required if the type is refused', { ...NOBODY, invoice_type: 'F4' }, UNKNOWN_TYPE],
    [
      'is checked if the type is refused',
      { invoice_type: 'F4', recipient_document_number: 'A1' },
      UNKNOWN_TYPE,
      'Recipient document number is not a valid NIF',
    ],
    [
      'must be complete if it has a name',
      { ...NOBODY, recipient_legal_name: 'Ana' },
      "Recipient document type can't be blank",
      "Recipient document number can't be blank",
    ],
  ]);
});

describe('a country code', () => {
  const REFUSED = 'Recipient country code must be an ISO 3166-1 alpha-2 code, such as ES';
  const refusedFor = (meant: string) =>
    `Recipient country code must be an ISO 3166-1 alpha-2 code, here ${meant}`;
  check([
    ['may be any of ISO 3166-1', { ...TRAVELLER, recipient_country_code: 'AX' }],
    [
      'must not be one that only tax authorities use',
      { ...GERMAN, recipient_country_code: 'EL' },
      refusedFor('GR'),
    ],
    ['must not be a colloquial one', { ...TRAVELLER, recipient_country_code: 'UK' }, refusedFor('GB')],
    ['must be in upper case', { recipient_country_code: 'es' }, refusedFor('ES')],
    ['must not be a name', { recipient_country_code: 'España' }, REFUSED],
    ['must not be a member of every object', { recipient_country_code: '__proto__' }, REFUSED],
  ]);
});

describe('a NIF', () => {
  check([
    [
      'must have the right control character (AEAT 1123)',
      { recipient_document_number: 'A12345675' },
      'Recipient document number is not a valid NIF',
    ],
    ['may be a NIE', { recipient_document_number: 'X1234567L' }],
    [
      'must not have a country prefix',
      { recipient_document_number: 'ESA12345674' },
      'Recipient document number is not a valid NIF: send it without ES, as A12345674',
    ],
    [
      'must not be a VAT number of another member state',
      { recipient_document_number: 'DE123456789' },
      'Recipient document number is not a valid NIF: a VAT number of another member state has the recipient document type international_vat_number',
    ],
    ['may have the country code ES', { recipient_country_code: 'ES' }],
    [
      'must not have the country code FR',
      { recipient_country_code: 'FR' },
      'Recipient country code must be ES or blank with a NIF',
    ],
    ['may have separators', { recipient_document_number: ' a-12345674 ' }],
  ]);
});

describe('a NIE', () => {
  const NIE = { recipient_document_type: 'nie' };
  const REFUSED = 'Recipient document number is not a valid NIE';
  const IS_NIF = `${REFUSED}: it is a NIF; use recipient document type nif`;
  check([
    ['may have the right control character', { ...NIE, recipient_document_number: 'X1234567L' }],
    ['must not have a wrong control character', { ...NIE, recipient_document_number: 'X1234567M' }, REFUSED],
    ['must not be the NIF of a company', { ...NIE, recipient_document_number: 'A12345674' }, IS_NIF],
    ['must not be a DNI', { ...NIE, recipient_document_number: '12345678Z' }, IS_NIF],
    [
      'must not have the country code of another state',
      { ...NIE, recipient_document_number: 'X1234567L', recipient_country_code: 'MA' },
      'Recipient country code must be ES or blank with a NIE',
    ],
  ]);
});

describe('a passport', () => {
  const REFUSED = 'Recipient document number must be a passport number of 1 to 20 letters and digits';
  check([
    ['may have any country', TRAVELLER],
    ['may be Spanish (AEAT 1126)', { ...TRAVELLER, recipient_country_code: 'ES' }],
    [
      'must have a country (AEAT 1111)',
      { ...TRAVELLER, recipient_country_code: null },
      "Recipient country code can't be blank with a passport",
    ],
    ['may have 20 characters (AEAT 1103)', { ...TRAVELLER, recipient_document_number: 'A'.repeat(20) }],
    [
      'must not have 21 characters (AEAT 1103)',
      { ...TRAVELLER, recipient_document_number: 'A'.repeat(21) },
      REFUSED,
    ],
    ['must consist of letters and digits', { ...TRAVELLER, recipient_document_number: 'Ж123' }, REFUSED],
  ]);
});

function number(
  recipient_document_number: string,
  recipient_country_code: string | null = null,
): InvoiceInput {
  return { ...GERMAN, recipient_document_number, recipient_country_code };
}

describe('a VAT number', () => {
  const SPANISH = 'Recipient document type must be nif or nie for a Spanish number';
  check([
    ['may name its state by its prefix alone', number('DE123456789')],
    ['may agree with the country code', number('DE123456789', 'DE')],
    ['may be written with blanks, dots and lower case', number('de 123.456.789')],
    [
      'must have the structure of its state (AEAT 1121)',
      number('DE12345678'),
      'Recipient document number is not a valid VAT number of DE',
    ],
    [
      'must have its prefix',
      number('123456789', 'DE'),
      'Recipient document number must begin with DE with recipient country code DE',
    ],
    [
      'must have the prefix of the country code (AEAT 1122)',
      number('DE123456789', 'FR'),
      'Recipient document number must begin with FR with recipient country code FR',
    ],
    [
      'of a member state must not have the country code of a third country (AEAT 1122)',
      number('DE123456789', 'CH'),
      'Recipient country code must be DE with this VAT number',
    ],
    ['of Greece begins with EL', number('EL094259216', 'GR')],
    ['of Greece may begin with GR', number('GR094259216', 'GR')],
    ['of Northern Ireland begins with XI', number('XI123456789', 'GB')],
    [
      'of Northern Ireland must have the right structure',
      number('XI12345678', 'GB'),
      'Recipient document number is not a valid VAT number of Northern Ireland',
    ],
    ['of Great Britain is one of a third country (AEAT 1255)', number('GB123456789', 'GB')],
    [
      'of a third country requires the country code (AEAT 1111)',
      number('GB123456789'),
      "Recipient country code can't be blank with a VAT number that names no member state",
    ],
    ['of a third country may have any structure', number('12.345.678/0001-95', 'BR')],
    [
      'of a third country must not have 21 characters',
      number('1'.repeat(21), 'BR'),
      'Recipient document number must be a tax number of 1 to 20 letters and digits',
    ],
    [
      'of Greece that begins with GR must not have the country code of a third country',
      number('GR094259216', 'US'),
      'Recipient country code must be GR with this VAT number',
    ],
    ['of a third country may begin with GR', number('GR12', 'US')],
    ['must not be Spanish', number('ESB12345674'), `${SPANISH}, which is given without ES: B12345674`],
    ['must not be Spanish, even if it is invalid', number('ES123'), SPANISH],
    ['of a third country may begin with ES', number('ES123', 'US')],
    ['must not have the country code ES', number('B12345674', 'ES'), SPANISH],
    [
      'must not be Spanish with another country code',
      number('ESB12345674', 'US'),
      `${SPANISH}, which is given without ES: B12345674`,
    ],
  ]);

  it('is stored with its prefix and the country that it names', () => {
    expect(documentOf(buildInput(number('gr 094259216'))).recipient).toMatchObject({
      documentNumber: 'EL094259216',
      countryCode: 'GR',
    });
    expect(documentOf(buildInput(number('GR12', 'US'))).recipient).toMatchObject({ documentNumber: 'GR12' });
    expect(documentOf(buildInput(number('XI123456789'))).recipient).toMatchObject({
      documentNumber: 'XI123456789',
      countryCode: 'GB',
    });
  });
});

function correct(invoice_type: string, recipient: InvoiceInput): InvoiceInput {
  return { ...recipient, ...CORRECTION, invoice_type };
}

describe('the document number in corrections for insolvency and bad debts', () => {
  const R2 =
    'Recipient document number must be a NIF, a NIE or a VAT number of the European Union with invoice type R2';
  const R3 = 'Recipient document type must be nif or nie with invoice type R3';
  check([
    ['R2 accepts a NIF (AEAT 1192)', correct('R2', IDENTIFIED)],
    ['R2 accepts a VAT number of a member state (AEAT 1192)', correct('R2', GERMAN)],
    ['R2 refuses any other VAT number (AEAT 1192)', correct('R2', AMERICAN), R2],
    ['R2 refuses a passport (AEAT 1192)', correct('R2', TRAVELLER), R2],
    ['R3 accepts a NIF (AEAT 1191)', correct('R3', IDENTIFIED)],
    ['R3 refuses a VAT number (AEAT 1191)', correct('R3', GERMAN), R3],
    ['R3 refuses a passport (AEAT 1191)', correct('R3', TRAVELLER), R3],
    ['R1 accepts any of them', correct('R1', AMERICAN)],
    ['R4 accepts any of them', correct('R4', TRAVELLER)],
  ]);
});
