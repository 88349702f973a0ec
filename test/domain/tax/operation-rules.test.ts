import { describe, expect, it } from 'vitest';
import { TAX_EXEMPTION_CODES, TAX_OPERATION_KEYS, TAX_REGIMES } from '../../../src/contracts/codes.ts';
import type { DocumentLine } from '../../../src/contracts/invoice-document.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { buildInput, buildLine, documentOf, messagesOf, TODAY } from '../support/inputs.ts';

/** Builds an invoice with one line whose tax consists only of the given members. */
function taxed(changes: InvoiceLineInput, header: InvoiceInput = {}): InvoiceInput {
  return buildInput({ lines: [buildLine({ tax_rate: null, ...changes })], ...header });
}

describe('the tax of a line', () => {
  it.each<
    [
      string,
      InvoiceLineInput,
      Pick<DocumentLine, 'taxType' | 'regime' | 'operationKey' | 'exemptionCode' | 'rate'>,
    ]
  >([
    [
      'only a rate',
      { tax_rate: 21 },
      { taxType: 'iva', regime: '01', operationKey: 'S1', exemptionCode: null, rate: '21' },
    ],
    [
      'blank codes',
      { tax_type: '', tax_regime: ' ', tax_operation_key: '', tax_exemption_code: '', tax_rate: 4 },
      { taxType: 'iva', regime: '01', operationKey: 'S1', exemptionCode: null, rate: '4' },
    ],
    [
      'S1 at 0',
      { tax_operation_key: 'S1', tax_rate: 0 },
      { taxType: 'iva', regime: '01', operationKey: 'S1', exemptionCode: null, rate: '0' },
    ],
    [
      'S2',
      { tax_operation_key: 'S2' },
      { taxType: 'iva', regime: '01', operationKey: 'S2', exemptionCode: null, rate: '0' },
    ],
    [
      'N1',
      { tax_operation_key: 'N1', tax_rate: 0 },
      { taxType: 'iva', regime: '01', operationKey: 'N1', exemptionCode: null, rate: null },
    ],
    [
      'N2',
      { tax_operation_key: 'N2' },
      { taxType: 'iva', regime: '01', operationKey: 'N2', exemptionCode: null, rate: null },
    ],
    [
      'E1',
      { tax_exemption_code: 'E1' },
      { taxType: 'iva', regime: '01', operationKey: null, exemptionCode: 'E1', rate: null },
    ],
    [
      'igic',
      { tax_type: 'igic', tax_rate: 7 },
      { taxType: 'igic', regime: '01', operationKey: 'S1', exemptionCode: null, rate: '7' },
    ],
    [
      'psi',
      { tax_type: 'psi', tax_rate: 0.5 },
      { taxType: 'psi', regime: '01', operationKey: 'S1', exemptionCode: null, rate: '0.5' },
    ],
    [
      'others (AEAT 1260)',
      { tax_type: 'others', tax_rate: 33.33 },
      { taxType: 'others', regime: null, operationKey: 'S1', exemptionCode: null, rate: '33.33' },
    ],
  ])('is completed from %s', (_title, line, expected) => {
    expect(documentOf(taxed(line)).lines[0]).toMatchObject(expected);
  });

  it.each<[string, InvoiceLineInput, string[]]>([
    [
      'an unknown type (AEAT 1218)',
      { tax_type: 'vat', tax_rate: 21 },
      ['tax type must be one of iva, psi, igic, others'],
    ],
    [
      'an unknown regime (AEAT 1246)',
      { tax_regime: '12', tax_rate: 21 },
      [`tax regime must be one of ${TAX_REGIMES.join(', ')}`],
    ],
    [
      'an unknown key (AEAT 1181)',
      { tax_operation_key: 'S3', tax_rate: 21 },
      [`tax operation key must be one of ${TAX_OPERATION_KEYS.join(', ')}`],
    ],
    [
      'an unknown exemption (AEAT 1182)',
      { tax_exemption_code: 'E7' },
      [`tax exemption code must be one of ${TAX_EXEMPTION_CODES.join(', ')}`],
    ],
    [
      'a key and an exemption (AEAT 1196)',
      { tax_operation_key: 'S1', tax_exemption_code: 'E1' },
      [
        "tax operation key can't be given together with a tax exemption code: leave it out where the line is exempt, or leave the tax exemption code out where it is not",
      ],
    ],
    ...(['igic', 'psi', 'others'] as const).map((type): [string, InvoiceLineInput, string[]] => [
      `${type} together with codes of the IVA`,
      { tax_type: type, tax_regime: '01', tax_operation_key: 'S1', tax_exemption_code: 'E1', tax_rate: 7 },
      [
        `tax regime can only be given with tax type iva: leave it out with tax type ${type}`,
        `tax operation key can only be given with tax type iva: leave it out with tax type ${type}`,
        `tax exemption code can only be given with tax type iva: leave it out with tax type ${type}`,
      ],
    ]),
    ['no rate for S1 (AEAT 1208)', {}, ["tax rate can't be blank"]],
    ['no rate for IGIC (AEAT 1208)', { tax_type: 'igic' }, ["tax rate can't be blank"]],
    ['a rate above 100', { tax_type: 'igic', tax_rate: 100.5 }, ['tax rate must be between 0 and 100']],
    ['a negative rate', { tax_type: 'others', tax_rate: -7 }, ['tax rate must be between 0 and 100']],
    [
      'a rate of 3 decimals',
      { tax_type: 'psi', tax_rate: 0.125 },
      ["tax rate can't have more than 2 decimals"],
    ],
    [
      'a rate that the IVA does not have (AEAT 1124)',
      { tax_rate: 20 },
      ['tax rate must be one of 0, 4, 10, 21'],
    ],
    ...[0.21, 0.1, 0.04].map((rate): [string, InvoiceLineInput, string[]] => [
      `a rate of ${rate} in place of a percentage (AEAT 1124)`,
      { tax_rate: rate },
      [`tax rate must be one of 0, 4, 10, 21 (per cent: ${rate * 100}, not ${rate})`],
    ]),
    [
      'a fraction that is not a rate (AEAT 1124)',
      { tax_rate: 0.2 },
      ['tax rate must be one of 0, 4, 10, 21'],
    ],
    [
      'a rate of 0.21 with regime 11 (AEAT 1206)',
      { tax_regime: '11', tax_rate: 0.21 },
      ['tax rate must be 21 with tax regime 11 (per cent: 21, not 0.21)'],
    ],
    [
      'a compensation as a rate (AEAT 1124)',
      { tax_regime: '19', tax_rate: 12 },
      ['tax rate must be one of 0, 4, 10, 21'],
    ],
    [
      'a rate with S2 (AEAT 1198)',
      { tax_operation_key: 'S2', tax_rate: 21 },
      ['tax rate must be absent or 0 with tax operation key S2'],
    ],
    [
      'a rate with N1 (AEAT 1207, 1237)',
      { tax_operation_key: 'N1', tax_rate: 21 },
      ['tax rate must be absent or 0 with tax operation key N1'],
    ],
    [
      'a rate with N2 (AEAT 1207, 1237)',
      { tax_operation_key: 'N2', tax_rate: 21 },
      ['tax rate must be absent or 0 with tax operation key N2'],
    ],
    [
      'a rate with an exemption (AEAT 1207, 1238)',
      { tax_exemption_code: 'E1', tax_rate: 21 },
      ['tax rate must be absent or 0 with tax exemption code E1'],
    ],
  ])('is refused with %s', (_title, line, messages) => {
    expect(messagesOf(taxed(line))).toEqual(messages.map((message) => `Line 1: ${message}`));
  });
});

describe('the IVA rates', () => {
  it.each([
    ['2024-10-28', '0, 2, 4, 7.5, 10, 21'],
    ['2024-12-31', '0, 2, 4, 7.5, 10, 21'],
    ['2025-01-01', '0, 4, 10, 21'],
    [TODAY, '0, 4, 10, 21'],
  ])('of %s are %s and no others (AEAT 1124, 1194, 1235, 1236)', (date, rates) => {
    const candidates = [0, 2, 4, 5, 7, 7.5, 10, 12, 16, 18, 20, 21, 21.5, 100];
    const refused = `Line 1: tax rate must be one of ${rates}`;
    const messages = candidates.map((tax_rate) => messagesOf(taxed({ tax_rate }, { operation_date: date })));
    expect(messages).toEqual(
      candidates.map((rate) => (rates.split(', ').includes(String(rate)) ? [] : [refused])),
    );
  });
});
