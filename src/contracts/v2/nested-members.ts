import {
  DOCUMENT_TYPES,
  ISSUED_BY_ROLES,
  MAX_DUE_DATES,
  MAX_REFERENCED_INVOICES,
  PAYMENT_MEANS,
  RECTIFICATION_METHODS,
} from '../codes.ts';
import { MAX_LENGTHS } from '../text-lengths.ts';
import type {
  ContactInput,
  DeliveryInput,
  InvoiceReference as InvoiceReferenceInput,
  IssuedByInput,
  PartyInput,
  PayeeInput,
  PaymentInput,
  PeriodInput,
  PersonNameInput,
  RectificationInput,
} from './invoice-input.ts';
import { CENTS, MAGNITUDE, PRINTED, type Words, type WordsOf } from './invoice-members.ts';

/* The meaning and the valid values of the members of the objects in an invoice of version 2. */

export const REFERENCE_MEMBERS: WordsOf<InvoiceReferenceInput> = {
  issued_invoice_id: {
    description:
      '`issued_invoice_id` of an invoice that this engine issued for the organization. The other members must then be absent.',
    minimum: 1,
    examples: [1042000],
  },
  issuer_nif: {
    description:
      'NIF of the issuer of the invoice. Default: the issuer of this invoice. The invoices of other issuers are never looked up here.',
  },
  number_serie: {
    description:
      'Number of the invoice, if it is not stored here or if you do not know its `issued_invoice_id`.',
    maxLength: MAX_LENGTHS.number_serie,
    examples: ['2025/0815'],
  },
  issue_date: {
    description: 'Issue date of the invoice. Required with `number_serie`.',
    format: 'date',
    examples: ['2025-11-20'],
  },
};

export const RECTIFICATION_MEMBERS: WordsOf<RectificationInput> = {
  method: {
    description:
      "AEAT's TipoRectificativa. `differences`: the lines state only the change. `substitution`: the lines state the corrected amounts, which replace those of the rectified invoices.",
    required: true,
    enum: RECTIFICATION_METHODS,
    examples: ['differences'],
  },
  reason: {
    description: `Reason for the rectification (art. 15.4 RD 1619/2012). ${PRINTED}`,
    required: true,
    maxLength: MAX_LENGTHS.rectification_reason,
    examples: ['Devolución de un artículo'],
  },
  invoices: {
    description:
      'The rectified invoices. They can be absent if `period` states the period of a volume discount (art. 15 RD 1619/2012), or with a `coupon`.',
    maxItems: MAX_REFERENCED_INVOICES,
  },
  rectified_base: {
    description:
      'With `substitution`: the tax base in euros that this invoice replaces (BaseRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged.',
    decimals: CENTS,
    ...MAGNITUDE,
  },
  rectified_tax: {
    description:
      'With `substitution`: the tax in euros that this invoice replaces (CuotaRectificada). If all rectified invoices are named by `issued_invoice_id`, it can be absent: it is then the sum of what they charged.',
    decimals: CENTS,
    ...MAGNITUDE,
  },
  rectified_surcharge: {
    description:
      'With `substitution`: the recargo de equivalencia in euros that this invoice replaces (CuotaRecargoRectificado).',
    decimals: CENTS,
    ...MAGNITUDE,
  },
};

export const PARTY_MEMBERS: WordsOf<PartyInput> = {
  name: {
    description: 'Name of the recipient.',
    maxLength: MAX_LENGTHS.recipient_legal_name,
    examples: ['Cliente Ejemplo SA'],
  },
  person_name: {
    description:
      'The given name and the surnames of a natural person, which Facturae states; without them they are taken from `name`, with a warning of the dry run. They have the words of `name`. Not printed.',
  },
  not_identified: {
    description:
      'Whether the recipient has no document (art. 6.1.d RD 1619/2012), as a consumer may. Such a recipient is printed but not registered; only with `F2` or `R5`.',
  },
  document_type: {
    description:
      "Type of the document (AEAT's IDType). `nif` and `nie`: a Spanish number without the prefix `ES`. `eu_vat`: a VAT number of another member state with its prefix (02). `international_vat_number`: as in version 1, a VAT number of another member state or the tax number of a company outside the European Union. `passport` (03). `official_id`: identity document of the country of residence (04). `residence_certificate` (05). `other_document` (06). `not_registered`: a Spanish number that is not in AEAT's census (07).",
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  },
  document_number: { description: 'Number of the document.', examples: ['A12345674'] },
  country_code: {
    description: 'Country of the recipient: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  },
  address: {
    description: `Street and number. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_address,
    examples: ['Calle Mayor 1'],
  },
  postal_code: {
    description: `Postal code. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_postal_code,
    examples: ['28013'],
  },
  city: {
    description: `City. ${PRINTED}`,
    maxLength: MAX_LENGTHS.recipient_billing_city,
    examples: ['Madrid'],
  },
  electronic_address: { description: 'Address for electronic invoices (EN 16931 BT-49).' },
  dir3: {
    description: 'Codes of a public body in the directory DIR3, for electronic invoices through FACe.',
  },
  contact: { description: `Whom to ask about the invoice (EN 16931 BG-9). ${PRINTED}` },
};

const namePart = (description: string, example: string): Words => ({
  description,
  maxLength: MAX_LENGTHS.person_name,
  examples: [example],
});

export const PERSON_NAME_MEMBERS: WordsOf<PersonNameInput> = {
  given_name: { ...namePart('Given name (Facturae Name).', 'María del Carmen'), required: true },
  first_surname: {
    ...namePart('First surname, with its particles (Facturae FirstSurname).', 'de la Fuente'),
    required: true,
  },
  second_surname: namePart('Second surname, if there is one (Facturae SecondSurname).', 'Ejemplo'),
};

export const CONTACT_MEMBERS: WordsOf<ContactInput> = {
  name: {
    description: 'Person or department (EN 16931 BT-56). At least one of the members is required.',
    maxLength: MAX_LENGTHS.party_name,
    examples: ['Departamento de Administración'],
  },
  phone: {
    description: 'Telephone (EN 16931 BT-57).',
    maxLength: MAX_LENGTHS.contact_phone,
    examples: ['+34 910000000'],
  },
  email: {
    description: 'E-mail address (EN 16931 BT-58).',
    maxLength: MAX_LENGTHS.contact_email,
    examples: ['administracion@cliente.example'],
  },
};

export const DELIVERY_MEMBERS: WordsOf<DeliveryInput> = {
  name: {
    description:
      'Name of the party to which the goods are delivered, if it is not the recipient (EN 16931 BT-70).',
    maxLength: MAX_LENGTHS.party_name,
    examples: ['Almacén central'],
  },
  address: { description: 'Street and number.', maxLength: MAX_LENGTHS.address, examples: ['Rue Neuve 4'] },
  postal_code: { description: 'Postal code.', maxLength: MAX_LENGTHS.postal_code, examples: ['75001'] },
  city: { description: 'City.', maxLength: MAX_LENGTHS.city, examples: ['Paris'] },
  country_code: {
    description:
      'Country of the delivery: ISO 3166-1 alpha-2, in capitals (EN 16931 BT-80). With the exemption `E5` it is another member state.',
    required: true,
    pattern: '^[A-Z]{2}$',
    examples: ['FR'],
  },
};

export const PAYEE_MEMBERS: WordsOf<PayeeInput> = {
  name: {
    description: 'Name, for example of the factor to which the claim is assigned (EN 16931 BT-59).',
    required: true,
    maxLength: MAX_LENGTHS.party_name,
    examples: ['Factoring Ejemplo SA'],
  },
  document_number: {
    description: 'Its tax or registration number (EN 16931 BT-61).',
    maxLength: MAX_LENGTHS.reference,
    examples: ['A12345674'],
  },
};

export const ELECTRONIC_ADDRESS_MEMBERS: WordsOf<NonNullable<PartyInput['electronic_address']>> = {
  scheme: {
    description: 'Code of the Electronic Address Scheme (EAS) that the address belongs to.',
    required: true,
    pattern: '^([0-9]{4}|[A-Z]{2})$',
    examples: ['9920'],
  },
  value: {
    description: 'The address.',
    required: true,
    maxLength: MAX_LENGTHS.electronic_address,
    examples: ['ESA12345674'],
  },
};

const dir3Code = (description: string): Words => ({
  description,
  pattern: '^[A-Z][A-Z0-9]{8,9}$',
  examples: ['L01280796'],
});

export const DIR3_MEMBERS: WordsOf<NonNullable<PartyInput['dir3']>> = {
  accounting_office: { ...dir3Code('Oficina contable.'), required: true },
  managing_body: { ...dir3Code('Órgano gestor.'), required: true },
  processing_unit: { ...dir3Code('Unidad tramitadora.'), required: true },
  proposing_body: dir3Code('Órgano proponente.'),
};

export const ISSUED_BY_MEMBERS: WordsOf<IssuedByInput> = {
  role: {
    description:
      '`third_party`: somebody else, whose name and document are required. `recipient`: the recipient of the invoice; name and document must be absent.',
    required: true,
    enum: ISSUED_BY_ROLES,
    examples: ['third_party'],
  },
  name: {
    description: 'Name of the third party.',
    maxLength: MAX_LENGTHS.party_name,
    examples: ['Gestoría Ejemplo SL'],
  },
  document: { description: 'Document that identifies the third party.' },
};

export const ISSUED_BY_DOCUMENT_MEMBERS: WordsOf<NonNullable<IssuedByInput['document']>> = {
  type: {
    description: 'Type of the document, as `document_type` of a recipient.',
    required: true,
    enum: DOCUMENT_TYPES,
    examples: ['nif'],
  },
  number: { description: 'Number of the document.', required: true, examples: ['B12345674'] },
  country_code: {
    description: 'Country of the third party: ISO 3166-1 alpha-2, in capitals.',
    pattern: '^[A-Z]{2}$',
    examples: ['ES'],
  },
};

export const PERIOD_MEMBERS: WordsOf<PeriodInput> = {
  start: {
    description: 'First day. At least one of the two days is required.',
    format: 'date',
    examples: ['2026-11-01'],
  },
  end: { description: 'Last day; not before the first.', format: 'date', examples: ['2026-11-30'] },
};

export const PAYMENT_MEMBERS: WordsOf<PaymentInput> = {
  means: { description: 'Means of payment.', enum: PAYMENT_MEANS, examples: ['direct_debit'] },
  iban: {
    description:
      'IBAN of the account: that of the issuer for a transfer, that of the payer for a direct debit. Blanks are removed.',
    examples: ['ES9121000418450200051332'],
  },
  bic: { description: 'BIC of the bank: 8 or 11 letters and digits.', examples: ['CAIXESBBXXX'] },
  mandate_reference: {
    description: 'Reference of the SEPA mandate of a direct debit.',
    maxLength: MAX_LENGTHS.mandate_reference,
    examples: ['MANDATE-2026-17'],
  },
  creditor_id: { description: 'SEPA creditor identifier of the issuer.', examples: ['ES11000B12345674'] },
  terms: {
    description: 'Terms of payment. They can contain line breaks.',
    maxLength: MAX_LENGTHS.payment_terms,
  },
  reference: {
    description: 'Text that the payment shall carry, by which the issuer recognises it (EN 16931 BT-83).',
    maxLength: MAX_LENGTHS.payment_reference,
    examples: ['F2026-0001'],
  },
  due: {
    description: 'Due dates with their amounts, which must add up to the amount to pay.',
    maxItems: MAX_DUE_DATES,
  },
};

export const DUE_MEMBERS: WordsOf<NonNullable<NonNullable<PaymentInput['due']>[number]>> = {
  date: {
    description: 'Due date; not before the issue date.',
    required: true,
    format: 'date',
    examples: ['2026-12-20'],
  },
  amount: {
    description: 'Amount that is due on this date.',
    required: true,
    decimals: CENTS,
    ...MAGNITUDE,
    examples: ['302.50'],
  },
};
