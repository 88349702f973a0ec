import { describe, expect, it } from 'vitest';
import { OPERATION_TYPES, PAYMENT_METHODS } from '../../../src/contracts/codes.ts';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import {
  buildInput,
  buildLine,
  documentOf,
  GERMAN,
  IDENTIFIED,
  messagesOf,
  NOBODY,
} from '../support/inputs.ts';

type Case = [title: string, changes: InvoiceInput, message?: string];

/** Tests each case. A case without a message must be accepted. */
function check(cases: Case[]): void {
  it.each(cases)('%s', (_title, changes, message) => {
    expect(messagesOf(buildInput(changes))).toEqual(message === undefined ? [] : [message]);
  });
}

describe('the issuer', () => {
  check([
    ['may be a company', { issuer_nif: 'B12345674' }],
    ['may be a person', { issuer_nif: '12345678Z' }],
    ['may be a foreigner', { issuer_nif: 'X1234567L' }],
    ['may have a NIF written with blanks, dots, hyphens and lower case', { issuer_nif: ' 12.345.678-z' }],
    ['must have a NIF', { issuer_nif: null }, "Issuer NIF can't be blank"],
    ['must have a NIF that is not blank', { issuer_nif: ' ' }, "Issuer NIF can't be blank"],
    [
      'must have a NIF with the right control character (AEAT 1123)',
      { issuer_nif: 'B12345675' },
      'Issuer NIF is not valid',
    ],
    [
      'must have a NIF without country prefix (AEAT 1123)',
      { issuer_nif: 'ES-B12345674' },
      'Issuer NIF is not valid: send it without ES, as B12345674',
    ],
    [
      'must have a NIF with the right control character, even after a country prefix (AEAT 1123)',
      { issuer_nif: 'ESB12345675' },
      'Issuer NIF is not valid',
    ],
    ['must have a NIF, not a long text', { issuer_nif: '1'.repeat(10_000) }, 'Issuer NIF is not valid'],
    ['may have a name of 120 characters', { issuer_name: 'ñ'.repeat(120) }],
    [
      'must not have a name of 121 characters',
      { issuer_name: 'ñ'.repeat(121) },
      "Issuer name can't be longer than 120 characters",
    ],
  ]);

  it("has the organization's name by default", () => {
    expect(documentOf(buildInput({ issuer_nif: 'b-12345674' })).issuer).toEqual({
      nif: 'B12345674',
      name: 'Talleres Ñandú SL',
    });
    expect(documentOf(buildInput({ issuer_name: ' Otra SA ' })).issuer.name).toBe('Otra SA');
  });

  it('is refused if the organization has no name either', () => {
    expect(messagesOf(buildInput(), { organizationName: ' ' })).toEqual(["Issuer name can't be blank"]);
  });
});

describe('the invoice type', () => {
  check([
    ...(['F1', 'F3'] as const).map((type): Case => [
      `may be ${type} for a recipient`,
      { invoice_type: type },
    ]),
    ...(['R1', 'R2', 'R3', 'R4'] as const).map((type): Case => [
      `may be ${type} with a recipient`,
      { invoice_type: type, rectified_invoice_id: 7 },
    ]),
    ['may be F2 without a recipient', { invoice_type: 'F2', ...NOBODY }],
    ['may be R5 without a recipient', { invoice_type: 'R5', ...NOBODY, rectified_invoice_id: 7 }],
    [
      'must be in the list (AEAT 1106)',
      { invoice_type: 'F4' },
      'Invoice type must be one of F1, F2, F3, R1, R2, R3, R4, R5',
    ],
    [
      'must be written as in the list',
      { invoice_type: 'f1' },
      'Invoice type must be one of F1, F2, F3, R1, R2, R3, R4, R5',
    ],
  ]);

  it.each([
    ['F1 with an identified recipient', buildInput(), 'F1'],
    ['F2 without a recipient', buildInput(NOBODY), 'F2'],
    ['F2 with an unidentified recipient', buildInput({ ...NOBODY, has_unidentified_recipient: true }), 'F2'],
    ['F1 if it is blank', buildInput({ invoice_type: ' ' }), 'F1'],
  ])('is by default %s', (_title, input, expected) => {
    expect(documentOf(input).type).toBe(expected);
  });
});

describe('an unidentified recipient (AEAT 1185)', () => {
  const REFUSED = 'Has unidentified recipient can only be true with invoice type F2 or R5';
  check([
    ['is allowed with F2', { ...NOBODY, invoice_type: 'F2', has_unidentified_recipient: true }],
    [
      'is allowed with R5',
      { ...NOBODY, invoice_type: 'R5', has_unidentified_recipient: true, rectified_invoice_id: 7 },
    ],
    ['is refused with F1', { has_unidentified_recipient: true }, REFUSED],
    ['is refused with F3', { invoice_type: 'F3', has_unidentified_recipient: true }, REFUSED],
    [
      'is refused with R4',
      { invoice_type: 'R4', has_unidentified_recipient: true, rectified_invoice_id: 7 },
      REFUSED,
    ],
    ['may be false with any type', { has_unidentified_recipient: false }],
  ]);

  it('is stored in the document', () => {
    expect(
      documentOf(buildInput({ ...NOBODY, has_unidentified_recipient: true })).unidentifiedRecipient,
    ).toBe(true);
    expect(documentOf(buildInput(NOBODY)).unidentifiedRecipient).toBe(false);
  });
});

describe('the rectified invoice', () => {
  check([
    ...(['R1', 'R2', 'R3', 'R4'] as const).map((type): Case => [
      `is required by ${type}`,
      { invoice_type: type },
      `Rectified invoice can't be blank with invoice type ${type}`,
    ]),
    [
      'is required by R5',
      { ...NOBODY, invoice_type: 'R5' },
      "Rectified invoice can't be blank with invoice type R5",
    ],
    ['is allowed with F3 (AEAT 1116)', { invoice_type: 'F3', rectified_invoice_id: 7 }],
    ['is optional with F3', { invoice_type: 'F3' }],
    [
      'is refused with F1 (AEAT 1117)',
      { invoice_type: 'F1', rectified_invoice_id: 7 },
      'Rectified invoice must be blank with invoice type F1',
    ],
    [
      'is refused with F2 (AEAT 1117)',
      { ...NOBODY, rectified_invoice_id: 7 },
      'Rectified invoice must be blank with invoice type F2',
    ],
    [
      'must have a positive id',
      { invoice_type: 'R1', rectified_invoice_id: 0 },
      'Rectified invoice does not exist',
    ],
  ]);
});

describe('the description', () => {
  check([
    ['may have 500 characters', { operation_description: '😀'.repeat(500) }],
    [
      'must not have 501 characters',
      { operation_description: 'x'.repeat(501) },
      "Operation description can't be longer than 500 characters",
    ],
  ]);

  it('consists by default of the concepts in the order of the lines', () => {
    const lines = [buildLine({ concept: 'Dos', position: 2 }), buildLine({ concept: 'Uno', position: 1 })];
    expect(documentOf(buildInput({ lines })).description).toBe('Uno, Dos');
    expect(documentOf(buildInput({ lines, operation_description: ' Obras ' })).description).toBe('Obras');
  });

  it('is truncated to 500 whole characters when it consists of concepts', () => {
    const lines = [1, 2].map(() => buildLine({ concept: '😀'.repeat(300) }));
    const { description } = documentOf(buildInput({ lines }));
    expect(description).toBe(`${'😀'.repeat(300)}, ${'😀'.repeat(198)}`);
  });
});

describe('the other members of the header', () => {
  check([
    ...PAYMENT_METHODS.map((method): Case => [`accept payment by ${method}`, { payment_method: method }]),
    ...OPERATION_TYPES.map((type): Case => [`accept the operation type ${type}`, { operation_type: type }]),
    ['treat a blank payment method as absent', { payment_method: '' }],
    [
      'refuse another payment method',
      { payment_method: 'cheque' },
      `Payment method must be one of ${PAYMENT_METHODS.join(', ')}`,
    ],
    [
      'refuse another operation type',
      { operation_type: 'exports' },
      `Operation type must be one of ${OPERATION_TYPES.join(', ')}`,
    ],
    ['refuse a contact', { contact_id: 0 }, 'Contact is not supported at present'],
    ['accept null as the contact', { contact_id: null }],
    ['accept a series id', { invoiceable_serie_id: 12 }],
    ['accept reimbursable expenses of 0', { total_reimbursable_expenses_amount: 0 }],
    ['accept positive reimbursable expenses', { total_reimbursable_expenses_amount: 12.34 }],
    [
      'refuse negative reimbursable expenses',
      { total_reimbursable_expenses_amount: -0.01 },
      'Total reimbursable expenses amount must be 0 or more',
    ],
    [
      'refuse fractions of cents in reimbursable expenses instead of rounding them',
      { total_reimbursable_expenses_amount: 1.005 },
      "Total reimbursable expenses amount can't have more than 2 decimals",
    ],
  ]);

  it('are stored in the document if the page shows them', () => {
    const shown = {
      payment_method: 'bizum',
      payment_method_info: ' 600 ',
      footer_note: 'Gracias',
      paid: true,
    };
    expect(documentOf(buildInput(shown))).toMatchObject({
      paymentMethod: 'bizum',
      paymentMethodInfo: '600',
      footerNote: 'Gracias',
      paid: true,
    });
    expect(documentOf(buildInput())).toMatchObject({
      paymentMethod: null,
      paymentMethodInfo: null,
      footerNote: null,
      paid: null,
    });
  });
});

describe('every text of the header', () => {
  const TEXTS = [
    ['external_invoice_id', 'External invoice id', 255],
    ['issuer_name', 'Issuer name', 120],
    ['operation_description', 'Operation description', 500],
    ['recipient_legal_name', 'Recipient legal name', 120],
    ['recipient_billing_address', 'Recipient billing address', 250],
    ['recipient_billing_postal_code', 'Recipient billing postal code', 20],
    ['recipient_billing_city', 'Recipient billing city', 100],
    ['payment_method_info', 'Payment method info', 500],
    ['footer_note', 'Footer note', 2000],
  ] as const;

  it.each(TEXTS)(
    '%s must be well-formed Unicode of limited length without control characters',
    (member, name, max) => {
      const messages = (value: string): readonly string[] => messagesOf(buildInput({ [member]: value }));
      expect(messages('é'.repeat(max))).toEqual([]);
      expect(messages('é'.repeat(max + 1))).toEqual([`${name} can't be longer than ${max} characters`]);
      expect(messages('x\ud800')).toEqual([`${name} must be well-formed Unicode`]);
      const mayBreak = member === 'payment_method_info' || member === 'footer_note';
      expect(messages('x\u0000y')).toEqual([
        `${name} can't contain control characters ${mayBreak ? 'other than' : 'or'} line breaks`,
      ]);
      expect(messages('x\ny').length).toBe(mayBreak ? 0 : 1);
      expect(messages('x\ry')).toHaveLength(1);
    },
  );

  it('keeps its line breaks if only the page shows it', () => {
    const document = documentOf(buildInput({ footer_note: 'a\r\n\nb', payment_method_info: 'a\nb\r\n' }));
    expect(document).toMatchObject({ footerNote: 'a\n\nb', paymentMethodInfo: 'a\nb' });
  });
});

describe('an invoice with several errors', () => {
  it('receives a message for each of them, those of the header first', () => {
    const lines = [buildLine({ concept: null }), buildLine({ tax_rate: 20 })];
    expect(messagesOf({ lines, contact_id: 3 })).toEqual([
      "Issue date can't be blank",
      "Invoice number can't be blank",
      "Issuer NIF can't be blank",
      'Contact is not supported at present',
      "Line 1: concept can't be blank",
      'Line 2: tax rate must be one of 0, 4, 10, 21',
    ]);
  });

  it('receives at most 100 messages about its lines, and one message that there are more', () => {
    const messages = messagesOf(buildInput({ lines: Array.from({ length: 1000 }, () => ({})) }));
    expect(messages).toHaveLength(101);
    expect(messages.at(-1)).toBe('Lines have more problems than this list shows');
  });

  it('is refused if it has no members at all', () => {
    expect(messagesOf({})).toEqual([
      "Issue date can't be blank",
      "Invoice number can't be blank",
      "Issuer NIF can't be blank",
      'Lines must contain at least 1 line',
    ]);
  });
});

describe('the data of the recipient', () => {
  it('are stored in the document in normalised form', () => {
    const recipient = {
      ...IDENTIFIED,
      recipient_legal_name: ' Peña e Hijos ',
      recipient_document_number: 'a-12.345.674',
      recipient_billing_address: 'Calle Mayor, 1',
      recipient_billing_postal_code: '28013',
      recipient_billing_city: 'Madrid',
      recipient_country_code: 'ES',
    };
    expect(documentOf(buildInput(recipient)).recipient).toEqual({
      name: 'Peña e Hijos',
      documentType: 'nif',
      documentNumber: 'A12345674',
      countryCode: 'ES',
      address: 'Calle Mayor, 1',
      postalCode: '28013',
      city: 'Madrid',
    });
    expect(documentOf(buildInput(GERMAN)).recipient).toMatchObject({ countryCode: 'DE', address: null });
  });
});
