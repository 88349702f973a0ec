import { describe, expect, it } from 'vitest';
import { TAX_EXEMPTION_CODES, TAX_OPERATION_KEYS } from '../../../src/contracts/codes.ts';
import type { InvoiceInput, InvoiceLineInput } from '../../../src/contracts/invoice-input.ts';
import { COUNTRY_CODES } from '../../../src/domain/invoice/country-codes.ts';
import {
  AMERICAN,
  buildInput,
  buildLine,
  documentOf,
  GERMAN,
  messagesOf,
  NOBODY,
  PUBLIC_BODY,
  TODAY,
  TRAVELLER,
} from '../support/inputs.ts';

/** Builds an invoice with one line whose tax consists only of the given members. */
function taxed(changes: InvoiceLineInput, header: InvoiceInput = {}): InvoiceInput {
  return buildInput({ lines: [buildLine({ tax_rate: null, ...changes })], ...header });
}
const FUTURE: InvoiceInput = { operation_date: '2026-12-01', ...PUBLIC_BODY };

/**
 * For each regime of the IVA: the key of a line without an exemption, and the exemptions that AEAT
 * accepts.
 */
const REGIMES: [regime: string, key: string | null, exemptions: string, code: string][] = [
  ['01', 'S1', 'E1 E4 E5 E6', '1199'],
  ['02', null, 'E1 E2 E3 E4 E5 E6', '1286'],
  ['03', 'S1', 'E1 E2 E3 E4 E6', 'no rule'],
  ['04', 'S2', 'E1 E2 E3 E4 E5 E6', '1201'],
  ['05', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['07', 'S1', 'E1 E6', '1203'],
  ['08', 'N2', '', '1252'],
  ['09', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['10', 'N1', '', '1205'],
  ['11', 'S1', '', '1206'],
  ['14', 'S1', 'E1 E2 E3 E4 E6', 'no rule'],
  ['15', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['17', 'N2', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['18', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['19', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
  ['20', 'S1', 'E1 E2 E3 E4 E5 E6', 'no rule'],
];

const WITH_KEY = REGIMES.filter(([, key]) => key !== null);
/**
 * Each regime with each exemption, except E5 with regime 14, which require incompatible recipients
 * (AEAT 1289, 1149).
 */
const EXEMPT = REGIMES.flatMap(([regime, , exemptions, code]) =>
  TAX_EXEMPTION_CODES.filter((exemption) => regime !== '14' || exemption !== 'E5').map(
    (exemption) => [regime, exemption, exemptions.includes(exemption), code] as const,
  ),
);

function headerOf(regime: string, exemption: string | null = null): InvoiceInput {
  return regime === '14' ? FUTURE : exemption === 'E5' ? GERMAN : {};
}

describe('a line with a regime of the IVA', () => {
  it.each(WITH_KEY)('%s and no exemption has the key %s', (regime, operationKey) => {
    const tax_rate = operationKey === 'S1' ? 21 : null;
    const { lines } = documentOf(taxed({ tax_regime: regime, tax_rate }, headerOf(regime)));
    expect(lines[0]).toMatchObject({ regime, operationKey, exemptionCode: null });
  });

  it('02 must be exempt (AEAT 1286)', () => {
    expect(messagesOf(taxed({ tax_regime: '02', tax_rate: 21 }))).toEqual([
      "Line 1: tax exemption code can't be blank with tax regime 02: use E2 for an export, or tax regime 01 for a line that is not exempt",
    ]);
  });

  it.each(EXEMPT.filter(([, , isTaken]) => isTaken))('%s accepts exemption %s', (regime, exemptionCode) => {
    const input = taxed(
      { tax_regime: regime, tax_exemption_code: exemptionCode },
      headerOf(regime, exemptionCode),
    );
    expect(documentOf(input).lines[0]).toMatchObject({
      regime,
      operationKey: null,
      exemptionCode,
      rate: null,
    });
  });

  it.each(EXEMPT.filter(([, , isTaken]) => !isTaken))(
    '$0 refuses the exemption $1 (AEAT $3)',
    (regime, exemption) => {
      const input = taxed({ tax_regime: regime, tax_exemption_code: exemption }, headerOf(regime, exemption));
      const [message, ...others] = messagesOf(input);
      expect(others).toEqual([]);
      const [, instead] =
        new RegExp(
          `^Line 1: tax exemption code ${exemption} is not allowed with tax regime ${regime}: use tax regime (0[12])`,
        ).exec(message!) ?? [];
      // The regime that the message advises is accepted.
      const advised = { tax_regime: instead!, tax_exemption_code: exemption };
      expect(messagesOf(taxed(advised, exemption === 'E5' ? GERMAN : {}))).toEqual([]);
      expect(message!.includes('or leave it out')).toBe(['08', '10', '11'].includes(regime));
    },
  );

  it.each(REGIMES)('%s accepts an operation key only if it is 01', (regime, ownKey) => {
    const messages = TAX_OPERATION_KEYS.flatMap((key) =>
      messagesOf(
        taxed(
          { tax_regime: regime, tax_operation_key: key, tax_rate: key === 'S1' ? 21 : null },
          headerOf(regime),
        ),
      ),
    );
    const instead =
      ownKey === null
        ? 'leave it out and give the tax exemption code that tax regime 02 needs'
        : `leave it out, with tax regime ${regime} it is ${ownKey}`;
    const refusal = `Line 1: tax operation key can only be given with tax regime 01: ${instead}`;
    expect(messages).toEqual(regime === '01' ? [] : TAX_OPERATION_KEYS.map(() => refusal));
  });
});

/** The member states other than Spain. */
const MEMBER_STATES = 'AT BE BG CY CZ DE DK EE FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'.split(
  ' ',
);

describe('an intra-Community supply (E5, LIVA art. 25)', () => {
  const messagesFor = (recipient: InvoiceInput, tax_exemption_code = 'E5') =>
    messagesOf(taxed({ tax_exemption_code }, recipient));
  const REFUSED = [
    expect.stringMatching(/^Line 1: tax exemption code E5 needs a recipient in another member state: .* E2 /),
  ];

  it.each([...COUNTRY_CODES])(
    'to a recipient with a passport of %s is accepted exactly if that is another member state',
    (code) => {
      const recipient = { ...TRAVELLER, recipient_country_code: code };
      expect(messagesFor(recipient)).toEqual(MEMBER_STATES.includes(code) ? [] : REFUSED);
      expect(messagesFor(recipient, 'E1')).toEqual([]);
    },
  );

  it.each<[string, InvoiceInput, boolean]>([
    ['a VAT number of another member state', GERMAN, true],
    ['a VAT number of Northern Ireland', { ...GERMAN, recipient_document_number: 'XI123456789' }, true],
    [
      'a VAT number of Great Britain',
      { ...GERMAN, recipient_document_number: 'GB123456789', recipient_country_code: 'GB' },
      false,
    ],
    ['an American number', AMERICAN, false],
    ['a NIF (AEAT 1289)', {}, false],
    ['a NIE (AEAT 1289)', { recipient_document_type: 'nie', recipient_document_number: 'X1234567L' }, false],
  ])('to a recipient with $0 is accepted: $2', (_title, recipient, isTaken) => {
    expect(messagesFor(recipient)).toEqual(isTaken ? [] : REFUSED);
  });
});

function line(tax_regime: string, tax_rate: number | null = null): InvoiceLineInput {
  return { tax_regime, tax_rate };
}

describe('additional rules of regimes, keys and exemptions', () => {
  const NOT_LATER =
    'Issue date (the operation date with tax regimes 14 and 15) must be after today with tax regime 14';
  const TOGETHER = 'Lines with tax regime 14 can only be together with lines of regimes 14 and 15';
  it.each<[string, InvoiceInput, string[]]>([
    [
      '06 is refused (AEAT 1202)',
      taxed(line('06', 21)),
      [
        'Line 1: tax regime 06 is not supported: this API has no member for its base at cost, and no other regime replaces it',
      ],
    ],
    [
      '04 must not have a rate (AEAT 1198)',
      taxed(line('04', 21)),
      ['Line 1: tax rate must be absent or 0 with tax regime 04'],
    ],
    [
      '04 is refused with F2 (AEAT 1197)',
      taxed(line('04'), NOBODY),
      [
        "Line 1: tax regime 04 can't be used with invoice type F2: use F1, or F3 to replace simplified invoices",
      ],
    ],
    [
      'S2 is refused with F2 (AEAT 1197)',
      taxed({ tax_operation_key: 'S2' }, NOBODY),
      [
        "Line 1: tax operation key S2 can't be used with invoice type F2: use F1, or F3 to replace simplified invoices",
      ],
    ],
    [
      'S2 is refused with R5 (AEAT 1197)',
      taxed({ tax_operation_key: 'S2' }, { ...NOBODY, invoice_type: 'R5', rectified_invoice_id: 7 }),
      ["Line 1: tax operation key S2 can't be used with invoice type R5: use R1 to R4"],
    ],
    [
      '08 must not have a rate (AEAT 1237)',
      taxed(line('08', 21)),
      ['Line 1: tax rate must be absent or 0 with tax regime 08'],
    ],
    [
      '17 must not have a rate (AEAT 1237)',
      taxed(line('17', 21)),
      ['Line 1: tax rate must be absent or 0 with tax regime 17'],
    ],
    [
      '10 is refused with F3 (AEAT 1205)',
      taxed(line('10'), { invoice_type: 'F3' }),
      ['Line 1: tax regime 10 can only be used with invoice type F1'],
    ],
    [
      '10 requires a recipient with a NIF (AEAT 1205)',
      taxed(line('10'), GERMAN),
      ['Line 1: tax regime 10 needs a recipient with a NIF'],
    ],
    ['11 needs 21 (AEAT 1206)', taxed(line('11', 10)), ['Line 1: tax rate must be 21 with tax regime 11']],
    [
      'E5 requires a recipient (AEAT 1289)',
      taxed({ tax_exemption_code: 'E5' }, NOBODY),
      [
        "Line 1: tax exemption code E5 can't be used with invoice type F2: use F1, or F3 to replace simplified invoices",
      ],
    ],
    ['14 is accepted for a future day (AEAT 1147)', taxed(line('14', 21), FUTURE), []],
    [
      '14 is refused for today (AEAT 1147)',
      taxed(line('14', 21), { ...FUTURE, operation_date: TODAY }),
      [NOT_LATER],
    ],
    [
      '14 is refused for a past day (AEAT 1147)',
      taxed(line('14', 21), { ...FUTURE, operation_date: '2026-11-01' }),
      [NOT_LATER],
    ],
    [
      '14 is accepted with R4 (AEAT 1148)',
      taxed(line('14', 21), { ...FUTURE, invoice_type: 'R4', rectified_invoice_id: 7 }),
      [],
    ],
    [
      '14 is refused with F3 (AEAT 1148)',
      taxed(line('14', 21), { ...FUTURE, invoice_type: 'F3' }),
      ['Line 1: tax regime 14 can only be used with invoice types F1 and R1 to R4'],
    ],
    [
      '14 is refused with F2 (AEAT 1148)',
      taxed(line('14', 21), { ...FUTURE, ...NOBODY }),
      ['Line 1: tax regime 14 can only be used with invoice types F1 and R1 to R4'],
    ],
    ...['Q2826000H', 'S1234567D', 'V1234567D'].map((nif): [string, InvoiceInput, string[]] => [
      `14 is accepted for the public body ${nif} (AEAT 1149)`,
      taxed(line('14', 21), { ...FUTURE, recipient_document_number: nif }),
      [],
    ]),
    [
      '14 is refused for a company (AEAT 1149)',
      taxed(line('14', 21), { ...FUTURE, recipient_document_number: 'A12345674' }),
      ['Line 1: tax regime 14 needs a public body as recipient, whose NIF begins with P, Q, S or V'],
    ],
    [
      '14 is refused for a recipient with a passport (AEAT 1149)',
      taxed(line('14', 21), { ...FUTURE, ...TRAVELLER }),
      ['Line 1: tax regime 14 needs a public body as recipient, whose NIF begins with P, Q, S or V'],
    ],
    [
      '14 and 15 are accepted together (AEAT 1146)',
      buildInput({ ...FUTURE, lines: [buildLine(line('14', 21)), buildLine(line('15', 10))] }),
      [],
    ],
    [
      '14 is refused together with other regimes (AEAT 1146, 1173)',
      buildInput({ ...PUBLIC_BODY, lines: [buildLine(line('14', 21)), buildLine()] }),
      [TOGETHER],
    ],
    ['15 allows a future day (AEAT 1146, 1173)', taxed(line('15', 21), { operation_date: '2027-12-31' }), []],
    ['15 allows a past day', taxed(line('15', 21), { operation_date: '2026-01-01' }), []],
    [
      '15 is refused for the year after next (AEAT 1125)',
      taxed(line('15', 21), { operation_date: '2028-01-01' }),
      ["Issue date (the operation date with tax regimes 14 and 15) can't be after 2027-12-31"],
    ],
    [
      '15 together with other regimes is refused for a future day (AEAT 1146, 1173)',
      buildInput({ operation_date: '2026-12-01', lines: [buildLine(line('15', 21)), buildLine()] }),
      ["Issue date can't be in the future"],
    ],
    [
      'IGIC must not have a regime',
      buildInput({ lines: [buildLine({ tax_type: 'igic', tax_regime: '14', tax_rate: 7 }), buildLine()] }),
      ['Line 1: tax regime can only be given with tax type iva: leave it out with tax type igic'],
    ],
    [
      '15 accepts the rates of its operation date (AEAT 1235)',
      taxed(line('15', 7.5), { operation_date: '2024-12-01' }),
      [],
    ],
    [
      'an invoice without lines is refused for a future day',
      buildInput({ operation_date: '2026-12-01', lines: [] }),
      ["Issue date can't be in the future", 'Lines must contain at least 1 line'],
    ],
    [
      'IGIC is refused for a future day',
      taxed({ tax_type: 'igic', tax_regime: '15', tax_rate: 7 }, { operation_date: '2026-12-01' }),
      [
        "Issue date can't be in the future",
        'Line 1: tax regime can only be given with tax type iva: leave it out with tax type igic',
      ],
    ],
  ])('%s', (_title, input, messages) => {
    expect(messagesOf(input)).toEqual(messages);
  });

  it.each([
    ['2026-12-01', '2026-12-01'],
    ['2026-01-01', '2026-01-01'],
    [TODAY, null],
  ])('regime 15 for %s is issued today with operation date %s', (given, operationDate) => {
    const document = documentOf(taxed(line('15', 21), { operation_date: given, due_date: TODAY }));
    expect(document).toMatchObject({ issueDate: TODAY, operationDate });
  });
});
