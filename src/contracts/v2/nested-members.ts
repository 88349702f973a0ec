import { DOCUMENT_TYPES, PAYMENT_MEANS, RECTIFICATION_METHODS } from '../codes.ts';
import {
  CENTS,
  MAGNITUDE,
  MAX_DUE_DATES,
  MAX_REFERENCED_INVOICES,
  NAME_LENGTH,
  PRINTED,
  REFERENCE_LENGTH,
} from '../limits.ts';
import { INVOICE_MEMBERS } from '../invoice-members.ts';
import { decimal, flag, integer, type Keywords, list, nested, object, text } from '../members.ts';

/* The members of the objects in an invoice of version 2. */

export const PERIOD = object('Period', 'A period. At least one of the two days is required.', {
  start: text({
    description: 'First day. At least one of the two days is required.',
    format: 'date',
    examples: ['2026-11-01'],
  }),
  end: text({ description: 'Last day; not before the first.', format: 'date', examples: ['2026-11-30'] }),
});

export const INVOICE_REFERENCE = object(
  'InvoiceReference',
  'An earlier invoice: one that this engine issued by its id, any other by its number and issue date.',
  {
    issued_invoice_id: integer({
      description:
        '`issued_invoice_id` of an invoice that this engine issued for the organization. The other members must then be absent.',
      minimum: 1,
      examples: [1042000],
    }),
    issuer_nif: text({
      description:
        'NIF of the issuer of the invoice. Default: the issuer of this invoice. The invoices of other issuers are never looked up here.',
    }),
    number_serie: text({
      description:
        'Number of the invoice, if it is not stored here or if you do not know its `issued_invoice_id`.',
      maxLength: INVOICE_MEMBERS.number_serie.maxLength,
      examples: ['2025/0815'],
    }),
    issue_date: text({
      description: 'Issue date of the invoice. Required with `number_serie`.',
      format: 'date',
      examples: ['2025-11-20'],
    }),
  },
);

export const RECTIFICATION = object('RectificationInput', 'What an invoice rectifies, how and why.', {
  method: text({
    description:
      "AEAT's TipoRectificativa. `differences`: the lines state only the change. `substitution`: the lines state the corrected amounts, which replace those of the rectified invoices.",
    required: true,
    enum: RECTIFICATION_METHODS,
    examples: ['differences'],
  }),
  reason: text({
    description: `Reason for the rectification (art. 15.4 RD 1619/2012). ${PRINTED}`,
    required: true,
    maxLength: 500,
    examples: ['Devolución de un artículo'],
  }),
  invoices: list(INVOICE_REFERENCE, {
    description:
      'The rectified invoices. They can be absent if `period` states the period of a volume discount (art. 15 RD 1619/2012), or with a `coupon`.',
    maxItems: MAX_REFERENCED_INVOICES,
  }),
  rectified_base: decimal({
    description:
      'With `substitution`: the tax base in euros that this invoice replaces (BaseRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged.',
    decimals: CENTS,
    ...MAGNITUDE,
  }),
  rectified_tax: decimal({
    description:
      'With `substitution`: the tax in euros that this invoice replaces (CuotaRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged.',
    decimals: CENTS,
    ...MAGNITUDE,
  }),
  rectified_surcharge: decimal({
    description:
      'With `substitution`: the recargo de equivalencia in euros that this invoice replaces (CuotaRecargoRectificado).',
    decimals: CENTS,
    ...MAGNITUDE,
  }),
});

const namePart = (description: string, example: string) => ({
  description,
  // Facturae's Name, FirstSurname and SecondSurname.
  maxLength: 40,
  examples: [example],
});

export const PERSON_NAME = object('PersonNameInput', 'The name of a natural person in its parts.', {
  given_name: text({ ...namePart('Given name (Facturae Name).', 'María del Carmen'), required: true }),
  first_surname: text({
    ...namePart('First surname, with its particles (Facturae FirstSurname).', 'de la Fuente'),
    required: true,
  }),
  second_surname: text(namePart('Second surname, if there is one (Facturae SecondSurname).', 'Ejemplo')),
});

export const CONTACT = object('Contact', 'Whom to ask about an invoice.', {
  name: text({
    description: 'Person or department (EN 16931 BT-56). At least one of the members is required.',
    maxLength: NAME_LENGTH,
    examples: ['Departamento de Administración'],
  }),
  phone: text({
    description: 'Telephone (EN 16931 BT-57).',
    maxLength: 40,
    examples: ['+34 910000000'],
  }),
  email: text({
    description: 'E-mail address (EN 16931 BT-58).',
    maxLength: 100,
    examples: ['administracion@cliente.example'],
  }),
});

export const ELECTRONIC_ADDRESS = object('ElectronicAddress', 'An address for electronic invoices.', {
  scheme: text({
    description: 'Code of the Electronic Address Scheme (EAS) that the address belongs to.',
    required: true,
    pattern: '^([0-9]{4}|[A-Z]{2})$',
    examples: ['9920'],
  }),
  value: text({
    description: 'The address.',
    required: true,
    maxLength: 100,
    examples: ['ESA12345674'],
  }),
});

const dir3Code = (description: string): Keywords => ({
  description,
  pattern: '^[A-Z][A-Z0-9]{8,9}$',
  examples: ['L01280796'],
});

export const DIR3 = object('Dir3', 'Codes of a public body.', {
  accounting_office: text({ ...dir3Code('Oficina contable.'), required: true }),
  managing_body: text({ ...dir3Code('Órgano gestor.'), required: true }),
  processing_unit: text({ ...dir3Code('Unidad tramitadora.'), required: true }),
  proposing_body: text(dir3Code('Órgano proponente.')),
});

export const REIMBURSABLE_EXPENSE = object('ReimbursableExpenseInput', 'A suplido.', {
  description: text({
    description: `What was paid in the name of the recipient. ${PRINTED}`,
    required: true,
    maxLength: 120,
    examples: ['Tasa registral'],
  }),
  amount: decimal({
    description: 'Amount. A negative one gives back a suplido.',
    required: true,
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['35.50'],
  }),
});

export const PARTY = object('RecipientInput', 'A recipient of the invoice.', {
  name: text({
    description: 'Name of the recipient.',
    maxLength: INVOICE_MEMBERS.recipient_legal_name.maxLength,
    examples: ['Cliente Ejemplo SA'],
  }),
  person_name: nested(PERSON_NAME, {
    description:
      'The given name and the surnames of a natural person, which Facturae states; without them they are taken from `name`, with a warning of the dry run. They have the words of `name`. Not printed.',
  }),
  not_identified: flag({
    description:
      'Whether the recipient has no document (art. 6.1.d RD 1619/2012), as a consumer may. Such a recipient is printed but not registered; only with `F2` or `R5`.',
  }),
  document_type: text({
    description:
      "Type of the document (AEAT's IDType). `nif` and `nie`: a Spanish number without the prefix `ES`. `eu_vat`: a VAT number of another member state with its prefix (02). `international_vat_number`: as in version 1, a VAT number of another member state or the tax number of a company outside the European Union. `passport` (03). `official_id`: identity document of the country of residence (04). `residence_certificate` (05). `other_document` (06). `not_registered`: a Spanish number that is not in AEAT's census (07).",
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  }),
  document_number: text({ description: 'Number of the document.', examples: ['A12345674'] }),
  country_code: text({
    description: 'Country of the recipient: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  }),
  address: text({
    description: `Street and number. ${PRINTED}`,
    maxLength: INVOICE_MEMBERS.recipient_billing_address.maxLength,
    examples: ['Calle Mayor 1'],
  }),
  postal_code: text({
    description: `Postal code. ${PRINTED}`,
    maxLength: INVOICE_MEMBERS.recipient_billing_postal_code.maxLength,
    examples: ['28013'],
  }),
  city: text({
    description: `City. ${PRINTED}`,
    maxLength: INVOICE_MEMBERS.recipient_billing_city.maxLength,
    examples: ['Madrid'],
  }),
  electronic_address: nested(ELECTRONIC_ADDRESS, {
    description: 'Address for electronic invoices (EN 16931 BT-49).',
  }),
  dir3: nested(DIR3, {
    description: 'Codes of a public body in the directory DIR3, for electronic invoices through FACe.',
  }),
  contact: nested(CONTACT, { description: `Whom to ask about the invoice (EN 16931 BG-9). ${PRINTED}` }),
  is_business: flag({
    description:
      'Whether the recipient acts as a business or professional, on which the duty of electronic invoices depends (RD 238/2026 art. 3). It is needed of natural persons and of entities that are often none, such as communities and associations. Not printed.',
  }),
});

export const DELIVERY = object('DeliveryInput', 'Where goods are delivered.', {
  name: text({
    description:
      'Name of the party to which the goods are delivered, if it is not the recipient (EN 16931 BT-70).',
    maxLength: NAME_LENGTH,
    examples: ['Almacén central'],
  }),
  address: text({
    description: 'Street and number.',
    maxLength: 250,
    examples: ['Rue Neuve 4'],
  }),
  postal_code: text({ description: 'Postal code.', maxLength: 20, examples: ['75001'] }),
  city: text({ description: 'City.', maxLength: 100, examples: ['Paris'] }),
  country_code: text({
    description:
      'Country of the delivery: ISO 3166-1 alpha-2, in capitals (EN 16931 BT-80). With the exemption `E5` it is another member state.',
    required: true,
    pattern: '^[A-Z]{2}$',
    examples: ['FR'],
  }),
});

export const PAYEE = object('PayeeInput', 'Who receives the payment.', {
  name: text({
    description: 'Name, for example of the factor to which the claim is assigned (EN 16931 BT-59).',
    required: true,
    maxLength: NAME_LENGTH,
    examples: ['Factoring Ejemplo SA'],
  }),
  document_number: text({
    description: 'Its tax or registration number (EN 16931 BT-61).',
    maxLength: REFERENCE_LENGTH,
    examples: ['A12345674'],
  }),
});

export const DUE = object('DueDate', 'An amount that is due on a date.', {
  date: text({
    description: 'Due date; not before the issue date.',
    required: true,
    format: 'date',
    examples: ['2026-12-20'],
  }),
  amount: decimal({
    description: 'Amount that is due on this date.',
    required: true,
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['302.50'],
  }),
});

export const PAYMENT = object('PaymentInput', 'How and when an invoice is paid.', {
  means: text({ description: 'Means of payment.', enum: PAYMENT_MEANS, examples: ['direct_debit'] }),
  iban: text({
    description:
      'IBAN of the account: that of the issuer for a transfer, that of the payer for a direct debit. Blanks are removed.',
    examples: ['ES9121000418450200051332'],
  }),
  bic: text({ description: 'BIC of the bank: 8 or 11 letters and digits.', examples: ['CAIXESBBXXX'] }),
  mandate_reference: text({
    description: 'Reference of the SEPA mandate of a direct debit.',
    // The limit of SEPA.
    maxLength: 35,
    examples: ['MANDATE-2026-17'],
  }),
  creditor_id: text({
    description: 'SEPA creditor identifier of the issuer.',
    examples: ['ES11000B12345674'],
  }),
  terms: text({
    description: 'Terms of payment. They can contain line breaks.',
    maxLength: 500,
    multiline: true,
  }),
  reference: text({
    description: 'Text that the payment shall carry, by which the issuer recognises it (EN 16931 BT-83).',
    // The limit of SEPA's remittance information.
    maxLength: 140,
    examples: ['F2026-0001'],
  }),
  paid_on: text({
    description: `Day on which the invoice was paid, with \`paid\`: not after the issue date, and not before the date of the operation. AEAT's public solution of electronic invoices states it (BT-ES-2), so that the recipient need not report the payment. ${PRINTED}`,
    format: 'date',
    examples: ['2026-11-20'],
  }),
  due: list(DUE, {
    description: 'Due dates with their amounts, which must add up to the amount to pay.',
    maxItems: MAX_DUE_DATES,
  }),
});
