import { describe, expect, it } from 'vitest';
import type { InvoiceInput, InvoiceLineInput } from '#src/contracts/invoice-input.ts';
import {
  AMERICAN,
  buildInput,
  buildLine,
  GERMAN,
  IDENTIFIED,
  messagesOf,
  NOBODY,
  PUBLIC_BODY,
  TRAVELLER,
} from '../support/inputs.ts';

/*
 * AEAT's rules that can be checked beforehand, by their codes (validations v1.2.2). Each rule is
 * satisfied in one of three ways: the API refuses an invoice that would violate it, the record is
 * built so that it holds, or the element that it concerns is never written.
 */

const line = (changes: InvoiceLineInput) => ({ lines: [buildLine(changes)] });
const untaxed = (changes: InvoiceLineInput) => line({ tax_rate: null, ...changes });
const works = { ...PUBLIC_BODY, operation_date: '2026-12-24' };
const simplified = { invoice_type: 'F2', ...NOBODY };

describe('the API refuses an invoice that AEAT would refuse', () => {
  it.each<[code: number, what: string, changes: InvoiceInput, message: string]>([
    [1123, 'an issuer with an invalid NIF', { issuer_nif: 'B12345675' }, 'Issuer NIF is not valid'],
    [1104, 'no invoice number', { number_serie: null }, "Invoice number can't be blank"],
    [1130, 'an invoice number with other letters than ASCII', { number_serie: 'Ñ/1' }, 'Invoice number'],
    [1287, 'an invoice number with <', { number_serie: 'A<1' }, 'Invoice number'],
    [1287, 'an invoice number with "', { number_serie: 'A"1' }, 'Invoice number'],
    [1105, 'an impossible day', { operation_date: '2026-02-30' }, 'Issue date must be a real date'],
    [
      1112,
      'an issue date in the future',
      { operation_date: '2026-11-21' },
      "Issue date can't be in the future",
    ],
    [
      1152,
      'an issue date before VeriFactu',
      { operation_date: '2024-10-27' },
      "Issue date can't be before 2024-10-28",
    ],
    [
      1125,
      'an operation date after next year',
      { ...works, operation_date: '2028-01-01', ...line({ tax_regime: '14' }) },
      "Issue date (the operation date with tax regimes 14 and 15) can't be after 2027-12-31",
    ],
    [
      1146,
      'a future operation in another regime',
      { ...works, ...line({}) },
      "Issue date can't be in the future",
    ],
    [
      1173,
      'a future operation of mixed regimes',
      { ...works, lines: [buildLine({ tax_regime: '14' }), buildLine()] },
      'regime',
    ],
    [1106, 'an unknown invoice type', { invoice_type: 'F9' }, 'Invoice type must be one of'],
    [
      1114,
      'a corrective invoice without a rectified invoice',
      { invoice_type: 'R1' },
      "Rectified invoice can't be blank",
    ],
    [1117, 'an F1 with a rectified invoice', { rectified_invoice_id: 7 }, 'Rectified invoice must be blank'],
    [
      1116,
      'an F2 with a replaced invoice',
      { ...simplified, rectified_invoice_id: 7 },
      'Rectified invoice must be blank',
    ],
    [1150, 'a large simplified invoice', { ...simplified, ...line({ unit_price: 3000 }) }, 'over 3010'],
    [
      1185,
      'an F1 without an identified recipient',
      { has_unidentified_recipient: true },
      'Has unidentified recipient',
    ],
    [
      1189,
      'an F1 without a recipient',
      { invoice_type: 'F1', ...NOBODY },
      "Recipient legal name can't be blank",
    ],
    [1190, 'an F2 with a recipient', { invoice_type: 'F2' }, 'must be blank with invoice type F2'],
    [
      1190,
      'an R5 with a recipient',
      { invoice_type: 'R5', rectified_invoice_id: 7 },
      'must be blank with invoice type R5',
    ],
    [
      1191,
      'an R3 to a foreigner',
      { invoice_type: 'R3', rectified_invoice_id: 7, ...GERMAN },
      'with invoice type R3',
    ],
    [
      1192,
      'an R2 to an American',
      { invoice_type: 'R2', rectified_invoice_id: 7, ...AMERICAN },
      'with invoice type R2',
    ],
    [1101, 'an unknown country', { ...TRAVELLER, recipient_country_code: 'ZZ' }, 'Recipient country code'],
    [
      1111,
      'a passport without a country',
      { ...TRAVELLER, recipient_country_code: null },
      "Recipient country code can't be blank",
    ],
    [1122, 'a VAT number of another country', { ...GERMAN, recipient_country_code: 'FR' }, 'country'],
    [
      1126,
      'a Spanish VAT number',
      { ...GERMAN, recipient_document_number: 'ESB12345674' },
      'must be nif or nie',
    ],
    [
      1121,
      'a VAT number with the wrong structure for its country',
      { ...GERMAN, recipient_document_number: 'DE1' },
      'VAT number',
    ],
    [
      1254,
      'a British VAT number as a European one',
      { ...GERMAN, recipient_document_number: 'GB123456789', recipient_country_code: null },
      'country',
    ],
    [
      1103,
      'a passport number that is too long',
      { ...TRAVELLER, recipient_document_number: 'A'.repeat(21) },
      'passport number',
    ],
    [
      1103,
      'a recipient with an invalid NIF',
      { ...IDENTIFIED, recipient_document_number: 'A12345675' },
      'not a valid NIF',
    ],
    [
      1283,
      'a recipient without a name',
      { recipient_legal_name: ' ' },
      "Recipient legal name can't be blank",
    ],
    [
      1196,
      'an operation key together with an exemption',
      untaxed({ tax_operation_key: 'N1', tax_exemption_code: 'E1' }),
      'together with',
    ],
    [1181, 'an unknown operation key', untaxed({ tax_operation_key: 'S9' }), 'tax operation key'],
    [1182, 'an unknown exemption', untaxed({ tax_exemption_code: 'E9' }), 'tax exemption code'],
    [1246, 'an unknown regime', line({ tax_regime: '16' }), 'tax regime'],
    [
      1260,
      'a regime with other taxes',
      line({ tax_type: 'others', tax_regime: '01' }),
      'tax regime can only be given',
    ],
    [1124, 'a rate that does not exist', line({ tax_rate: 12 }), 'rate'],
    [1236, 'a rate of the past', line({ tax_rate: 5 }), 'rate'],
    [1208, 'no rate for a taxed line', line({ tax_rate: null }), 'rate'],
    [1198, 'a reverse charge with a rate', line({ tax_operation_key: 'S2' }), 'rate'],
    [1237, 'a rate for an operation that is not subject', line({ tax_operation_key: 'N1' }), 'rate'],
    [1238, 'an exemption with a rate', line({ tax_exemption_code: 'E1' }), 'rate'],
    [
      1197,
      'a reverse charge without a recipient',
      { ...simplified, ...untaxed({ tax_operation_key: 'S2' }) },
      'tax operation key S2',
    ],
    [
      1199,
      'an export in the general regime',
      untaxed({ tax_exemption_code: 'E2' }),
      'not allowed with tax regime 01',
    ],
    [1286, 'regime 02 without an exemption', line({ tax_regime: '02' }), "tax exemption code can't be blank"],
    [1202, 'regime 06', line({ tax_regime: '06' }), 'tax regime 06 is not supported'],
    [
      1203,
      'E5 in regime 07',
      untaxed({ tax_regime: '07', tax_exemption_code: 'E5' }),
      'not allowed with tax regime 07',
    ],
    [
      1252,
      'an exemption in regime 08',
      untaxed({ tax_regime: '08', tax_exemption_code: 'E1' }),
      'not allowed with tax regime 08',
    ],
    [
      1205,
      'regime 10 with a foreign recipient',
      { ...GERMAN, ...untaxed({ tax_regime: '10' }) },
      'tax regime 10 needs a recipient with a NIF',
    ],
    [
      1205,
      'regime 10 in an F3',
      { invoice_type: 'F3', ...untaxed({ tax_regime: '10' }) },
      'only be used with invoice type F1',
    ],
    [1206, 'regime 11 with another rate', line({ tax_regime: '11', tax_rate: 10 }), 'rate'],
    [
      1147,
      'works certificates for a past day',
      { ...PUBLIC_BODY, ...line({ tax_regime: '14' }) },
      'Issue date (the operation date with tax regimes 14 and 15) must be after today',
    ],
    [
      1148,
      'works certificates in an F3',
      { ...works, invoice_type: 'F3', ...line({ tax_regime: '14' }) },
      'tax regime 14 can only be used',
    ],
    [
      1149,
      'works certificates for a company',
      { ...works, ...IDENTIFIED, ...line({ tax_regime: '14' }) },
      'tax regime 14 needs a public body',
    ],
    [
      1289,
      'E5 with a Spanish recipient',
      untaxed({ tax_exemption_code: 'E5' }),
      'tax exemption code E5 needs a recipient',
    ],
    [
      4102,
      'more than 12 tax groups',
      { lines: Array.from({ length: 13 }, (_, index) => buildLine({ tax_type: 'others', tax_rate: index })) },
      'tax groups',
    ],
  ])('AEAT %i: %s', (_code, _what, changes, message) => {
    expect(messagesOf(buildInput(changes)).join('; ')).toContain(message);
  });
});
