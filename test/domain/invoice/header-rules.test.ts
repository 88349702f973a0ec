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

/** A case without a message is one that must be accepted. */
function check(cases: Case[]): void {
  it.each(cases)('%s', (_title, changes, message) => {
    expect(messagesOf(buildInput(changes))).toEqual(message === undefined ? [] : [message]);
  });
}

describe('the issuer', () => {
  check([
    ['is a company', { issuer_nif: 'B12345674' }],
    ['is a person', { issuer_nif: '12345678Z' }],
    ['is a foreigner', { issuer_nif: 'X1234567L' }],
    ['may be written with blanks, dots, hyphens and lower case', { issuer_nif: ' 12.345.678-z' }],
    ['has a NIF', { issuer_nif: null }, "Issuer NIF can't be blank"],
    ['has a NIF that is not blank', { issuer_nif: ' ' }, "Issuer NIF can't be blank"],
    [
      'has a NIF with its control character (AEAT 1123)',
      { issuer_nif: 'B12345675' },
      'Issuer NIF is not valid',
    ],
    [
      'has a NIF without country prefix (AEAT 1123)',
      { issuer_nif: 'ES-B12345674' },
      'Issuer NIF is not valid: it is given without ES, B12345674',
    ],
    [
      'has a NIF with its control character behind a country prefix, too (AEAT 1123)',
      { issuer_nif: 'ESB12345675' },
      'Issuer NIF is not valid',
    ],
    ['has a NIF, not a long text', { issuer_nif: '1'.repeat(10_000) }, 'Issuer NIF is not valid'],
    ['has a name of 120 characters', { issuer_name: 'ñ'.repeat(120) }],
    [
      'has no longer name',
      { issuer_name: 'ñ'.repeat(121) },
      "Issuer name can't be longer than 120 characters",
    ],
  ]);

  it("has the organization's name unless it says another", () => {
    expect(documentOf(buildInput({ issuer_nif: 'b-12345674' })).issuer).toEqual({
      nif: 'B12345674',
      name: 'Talleres Ñandú SL',
    });
    expect(documentOf(buildInput({ issuer_name: ' Otra SA ' })).issuer.name).toBe('Otra SA');
  });

  it('is refused where not even the organization has a name', () => {
    expect(messagesOf(buildInput(), { organizationName: ' ' })).toEqual(["Issuer name can't be blank"]);
  });
});

describe('the invoice type', () => {
  check([
    ...(['F1', 'F3'] as const).map((type): Case => [`is ${type} with a recipient`, { invoice_type: type }]),
    ...(['R1', 'R2', 'R3', 'R4'] as const).map((type): Case => [
      `is ${type} with a recipient`,
      { invoice_type: type, rectified_invoice_id: 7 },
    ]),
    ['is F2 without a recipient', { invoice_type: 'F2', ...NOBODY }],
    ['is R5 without a recipient', { invoice_type: 'R5', ...NOBODY, rectified_invoice_id: 7 }],
    [
      'is in the list (AEAT 1106)',
      { invoice_type: 'F4' },
      'Invoice type must be one of F1, F2, F3, R1, R2, R3, R4, R5',
    ],
    [
      'is written as in the list',
      { invoice_type: 'f1' },
      'Invoice type must be one of F1, F2, F3, R1, R2, R3, R4, R5',
    ],
  ]);

  it.each([
    ['F1 with an identified recipient', buildInput(), 'F1'],
    ['F2 without a recipient', buildInput(NOBODY), 'F2'],
    ['F2 with an unidentified recipient', buildInput({ ...NOBODY, has_unidentified_recipient: true }), 'F2'],
    ['F1 where it is blank', buildInput({ invoice_type: ' ' }), 'F1'],
  ])('is by default %s', (_title, input, expected) => {
    expect(documentOf(input).type).toBe(expected);
  });
});

describe('an unidentified recipient (AEAT 1185)', () => {
  const REFUSED = 'Has unidentified recipient can only be true with invoice type F2 or R5';
  check([
    ['goes with F2', { ...NOBODY, invoice_type: 'F2', has_unidentified_recipient: true }],
    [
      'goes with R5',
      { ...NOBODY, invoice_type: 'R5', has_unidentified_recipient: true, rectified_invoice_id: 7 },
    ],
    ['does not go with F1', { has_unidentified_recipient: true }, REFUSED],
    ['does not go with F3', { invoice_type: 'F3', has_unidentified_recipient: true }, REFUSED],
    [
      'does not go with R4',
      { invoice_type: 'R4', has_unidentified_recipient: true, rectified_invoice_id: 7 },
      REFUSED,
    ],
    ['may be denied anywhere', { has_unidentified_recipient: false }],
  ]);

  it('is kept in the document', () => {
    expect(
      documentOf(buildInput({ ...NOBODY, has_unidentified_recipient: true })).unidentifiedRecipient,
    ).toBe(true);
    expect(documentOf(buildInput(NOBODY)).unidentifiedRecipient).toBe(false);
  });
});

describe('the rectified invoice', () => {
  check([
    ...(['R1', 'R2', 'R3', 'R4'] as const).map((type): Case => [
      `is named by ${type}`,
      { invoice_type: type },
      `Rectified invoice can't be blank with invoice type ${type}`,
    ]),
    [
      'is named by R5',
      { ...NOBODY, invoice_type: 'R5' },
      "Rectified invoice can't be blank with invoice type R5",
    ],
    ['may be named by F3 (AEAT 1116)', { invoice_type: 'F3', rectified_invoice_id: 7 }],
    ['need not be named by F3', { invoice_type: 'F3' }],
    [
      'is not named by F1 (AEAT 1117)',
      { invoice_type: 'F1', rectified_invoice_id: 7 },
      'Rectified invoice must be blank with invoice type F1',
    ],
    [
      'is not named by F2 (AEAT 1117)',
      { ...NOBODY, rectified_invoice_id: 7 },
      'Rectified invoice must be blank with invoice type F2',
    ],
    [
      'has a positive id',
      { invoice_type: 'R1', rectified_invoice_id: 0 },
      'Rectified invoice does not exist',
    ],
  ]);
});

describe('the description', () => {
  check([
    ['has 500 characters', { operation_description: '😀'.repeat(500) }],
    [
      'has no more',
      { operation_description: 'x'.repeat(501) },
      "Operation description can't be longer than 500 characters",
    ],
  ]);

  it('is by default made of the concepts, in the order of the lines', () => {
    const lines = [buildLine({ concept: 'Dos', position: 2 }), buildLine({ concept: 'Uno', position: 1 })];
    expect(documentOf(buildInput({ lines })).description).toBe('Uno, Dos');
    expect(documentOf(buildInput({ lines, operation_description: ' Obras ' })).description).toBe('Obras');
  });

  it('is cut at 500 characters when it is made of concepts, never within one', () => {
    const lines = [1, 2].map(() => buildLine({ concept: '😀'.repeat(300) }));
    const { description } = documentOf(buildInput({ lines }));
    expect(description).toBe(`${'😀'.repeat(300)}, ${'😀'.repeat(198)}`);
  });
});

describe('payment and the rest', () => {
  check([
    ...PAYMENT_METHODS.map((method): Case => [`takes payment method ${method}`, { payment_method: method }]),
    ...OPERATION_TYPES.map((type): Case => [`takes operation type ${type}`, { operation_type: type }]),
    ['takes a blank payment method for none', { payment_method: '' }],
    [
      'refuses another payment method',
      { payment_method: 'cheque' },
      `Payment method must be one of ${PAYMENT_METHODS.join(', ')}`,
    ],
    [
      'refuses another operation type',
      { operation_type: 'exports' },
      `Operation type must be one of ${OPERATION_TYPES.join(', ')}`,
    ],
    ['refuses a contact', { contact_id: 0 }, 'Contact is not supported at present'],
    ['takes no contact', { contact_id: null }],
    ['takes a series id', { invoiceable_serie_id: 12 }],
    ['takes no reimbursable expenses', { total_reimbursable_expenses_amount: 0 }],
    ['takes reimbursable expenses', { total_reimbursable_expenses_amount: 12.34 }],
    [
      'refuses negative reimbursable expenses',
      { total_reimbursable_expenses_amount: -0.01 },
      'Total reimbursable expenses amount must be 0 or more',
    ],
    [
      'refuses fractions of cents in reimbursable expenses rather than round them',
      { total_reimbursable_expenses_amount: 1.005 },
      "Total reimbursable expenses amount can't have more than 2 decimals",
    ],
  ]);

  it('keeps what is printed', () => {
    const printed = {
      payment_method: 'bizum',
      payment_method_info: ' 600 ',
      footer_note: 'Gracias',
      paid: true,
    };
    expect(documentOf(buildInput(printed))).toMatchObject({
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
    '%s is well-formed Unicode of bounded length without control characters',
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

  it('keeps its line breaks where it is only printed', () => {
    const document = documentOf(buildInput({ footer_note: 'a\r\n\nb', payment_method_info: 'a\nb\r\n' }));
    expect(document).toMatchObject({ footerNote: 'a\n\nb', paymentMethodInfo: 'a\nb' });
  });
});

describe('an invoice with several faults', () => {
  it('is told all of them, each once, header first', () => {
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

  it('is told 100 of them and that there are more', () => {
    const messages = messagesOf(buildInput({ lines: Array.from({ length: 1000 }, () => ({})) }));
    expect(messages).toHaveLength(101);
    expect(messages.at(-1)).toBe('Lines have more problems than are listed here');
  });

  it('with nothing in it at all is refused as well', () => {
    expect(messagesOf({})).toEqual([
      "Issue date can't be blank",
      "Invoice number can't be blank",
      "Issuer NIF can't be blank",
      'Lines must contain at least 1 line',
    ]);
  });
});

describe('the recipient data that both kinds of invoice need', () => {
  it('goes into the document, normalised', () => {
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
