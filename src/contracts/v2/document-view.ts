import { type Static, type TSchema, Type } from 'typebox';
import { nullable, wordOf } from '../answers.ts';
import {
  CHARGE_TAXES,
  DOCUMENT_TYPES,
  INVOICE_TYPES,
  ISSUED_BY_ROLES,
  LEASED_PROPERTY_SITUATIONS,
  RECTIFICATION_METHODS,
  SECOND_HAND_KINDS,
  SUPPLIES,
  WITHHOLDING_CONCEPTS,
} from '../codes.ts';
import { SPFE_CHANNELS } from '../spfe.ts';
import type { PassThrough } from '../members.ts';
import { sortMembers } from '../pass-through.ts';
import { amountIf, operationMembers } from './amounts.ts';
import { BillingAuthorisationsView } from './authorisation-members.ts';
import { PaymentView, ReimbursableExpensesView } from './payment-view.ts';
import { REFERENCE_MEMBERS, REFERENCES } from './reference-members.ts';
import { LINE_MEMBERS, LINE_TEXTS } from './line-members.ts';

/*
 * An issued invoice in answers of version 2: its document in the names of the request. The tax
 * groups and the totals are in `amounts.ts`.
 */

const closed = { additionalProperties: false };
const text = (description: string) => Type.String({ description });
const textIf = (description: string) => nullable(Type.String({ description }));
const amount = (description: string) => Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$', description });
const decimal = (description: string) => Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$', description });
const decimalIf = (description: string) => nullable(decimal(description));
const date = (description: string) => Type.String({ format: 'date', description });
const dateIf = (description: string) => nullable(date(description));
const either = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });

/** The texts that are only passed on. */
const viewTexts = <T extends PassThrough & { readonly member: string }>(texts: readonly T[]) =>
  Object.fromEntries(texts.map(({ member, answered }) => [member, textIf(answered)])) as Record<
    T['member'],
    ReturnType<typeof textIf>
  >;

const fiscalKey = {
  ...operationMembers,
  tax_rate: decimalIf('Rate in per cent; null if no rate applies.'),
  equivalence_surcharge_rate: decimalIf(
    'Rate of the recargo de equivalencia in per cent; null if none is charged.',
  ),
  tax_country: textIf(
    'With `oss`, the member state whose VAT is charged, of which `tax_rate` is then the rate; otherwise null.',
  ),
};

const Period = either(
  Type.Object(
    { start: dateIf('First day.'), end: dateIf('Last day.') },
    { ...closed, title: 'IssuedPeriod' },
  ),
  'Period of the invoice or line; null if none was given.',
);

const LineAllowanceView = Type.Object(
  {
    reason: text('Reason.'),
    percent: decimalIf('Per cent; null if the amount was given.'),
    amount: amount('Amount.'),
  },
  { ...closed, title: 'IssuedLineAllowance' },
);

const supply = Type.Union([wordOf(SUPPLIES), Type.Null()], {
  description: 'What was supplied; null if the request did not state it.',
});

const PropertyView = either(
  Type.Object(
    {
      situation: wordOf(LEASED_PROPERTY_SITUATIONS, { description: "SII's SituacionInmueble." }),
      cadastral_reference: textIf('Cadastral reference; null if none was given.'),
    },
    { ...closed, title: 'IssuedLeasedProperty' },
  ),
  'With regime `11`, the premises that are let; null if they were not given.',
);

const LineView = Type.Object(
  {
    concept: text('What was delivered.'),
    units: decimal('Quantity.'),
    unit_code: textIf('Code of the unit: UN/ECE Recommendation 20; null if none was given.'),
    unit_price: decimal('Price per unit, with tax if `prices_include_tax` is true.'),
    discount_percent: decimalIf('Discount in per cent; null if there is none.'),
    net_amount: amount('Amount of the line without tax.'),
    gross_amount: amountIf('Amount of the line with tax, if `prices_include_tax` is true; otherwise null.'),
    ...fiscalKey,
    supply,
    income_tax_withholding_rate: decimalIf('Withholding in per cent; null if there is none.'),
    withholding_concept: either(
      wordOf(WITHHOLDING_CONCEPTS),
      'Concept of the withholding (list L5 of Orden HAC/1028/2026); null if it was not stated.',
    ),
    margin: amountIf('With regimes `03` and `05`, the margin with its tax; otherwise null.'),
    second_hand_kind: Type.Union([wordOf(SECOND_HAND_KINDS), Type.Null()], {
      description:
        'With regime `03`, what was sold; null if version 1 could not state it, and with other regimes.',
    }),
    cost_base: amountIf('With regime `06`, the base at cost; otherwise null.'),
    property: PropertyView,
    allowances: Type.Array(LineAllowanceView, { description: 'Allowances of the line.' }),
    charges: Type.Array(LineAllowanceView, { description: 'Charges of the line.' }),
    notes: textIf('Notes.'),
    ...sortMembers(LINE_MEMBERS, { ...viewTexts(LINE_TEXTS), period: Period }),
  },
  { ...closed, title: 'IssuedLine' },
);

const AllowanceView = Type.Object(
  {
    reason: text('Reason.'),
    percent: decimalIf('Per cent; null if the amount was given.'),
    amount: amount('Amount without tax.'),
    gross_amount: amountIf('Amount with tax, if `prices_include_tax` is true; otherwise null.'),
    ...fiscalKey,
    supply,
    tax_code: either(
      wordOf(CHARGE_TAXES),
      'The tax or levy that a charge is (list L9 of Orden HAC/1028/2026); null if it is none.',
    ),
  },
  { ...closed, title: 'IssuedAllowance' },
);

const PersonNameView = either(
  Type.Object(
    {
      given_name: text('Given name.'),
      first_surname: text('First surname.'),
      second_surname: textIf('Second surname; null if there is none.'),
    },
    { ...closed, title: 'IssuedPersonName' },
  ),
  'Given name and surnames of a natural person; null if they were not given.',
);

/** The members of an answer with what only electronic invoices need of a recipient. */
export const routingView = {
  person_name: PersonNameView,
  electronic_address: either(
    Type.Object(
      { scheme: text('Scheme of the address.'), value: text('The address.') },
      { ...closed, title: 'IssuedElectronicAddress' },
    ),
    'Electronic address; null if none was given.',
  ),
  dir3: either(
    Type.Object(
      {
        accounting_office: textIf('Oficina contable.'),
        managing_body: textIf('Órgano gestor.'),
        processing_unit: textIf('Unidad tramitadora.'),
        proposing_body: textIf('Órgano proponente.'),
      },
      { ...closed, title: 'IssuedDir3' },
    ),
    'DIR3 codes of a public body; null if none were given.',
  ),
  contact: either(
    Type.Object(
      {
        name: textIf('Person or department.'),
        phone: textIf('Telephone.'),
        email: textIf('E-mail address.'),
      },
      { ...closed, title: 'IssuedContact' },
    ),
    'Whom to ask about the invoice; null if none was given.',
  ),
  is_business: either(
    Type.Boolean(),
    'Whether the recipient acts as a business or professional; null if it is not stated.',
  ),
};

export const RecipientView = Type.Object(
  {
    name: textIf('Name.'),
    not_identified: Type.Boolean({
      description: 'Whether the recipient is only printed and not registered.',
    }),
    document_type: either(wordOf(DOCUMENT_TYPES), 'Type of the document; null without a document.'),
    document_number: textIf('Number of the document.'),
    country_code: textIf('Country: ISO 3166-1 alpha-2.'),
    address: textIf('Address.'),
    postal_code: textIf('Postal code.'),
    city: textIf('City.'),
    ...routingView,
  },
  { ...closed, title: 'IssuedRecipient' },
);

const IdentificationView = Type.Object(
  {
    issuer_nif: text('NIF of its issuer.'),
    number_serie: text('Its number.'),
    issue_date: date('Its issue date.'),
  },
  { ...closed, title: 'IssuedIdentification' },
);

const RectificationView = Type.Object(
  {
    method: wordOf(RECTIFICATION_METHODS, { description: "AEAT's TipoRectificativa: I or S." }),
    reason: textIf('Reason; null for an invoice of version 1, which states none.'),
    invoices: Type.Array(IdentificationView, { description: 'The rectified invoices.' }),
    rectified_base: amountIf(
      'With `substitution`, the base that this invoice replaces, in euros; otherwise null.',
    ),
    rectified_tax: amountIf(
      'With `substitution`, the tax that this invoice replaces, in euros; otherwise null.',
    ),
    rectified_surcharge: amountIf(
      'With `substitution`, the surcharge that this invoice replaces, in euros; otherwise null.',
    ),
  },
  { ...closed, title: 'IssuedRectification' },
);

const IssuedByView = Type.Object(
  {
    role: wordOf(ISSUED_BY_ROLES, { description: "AEAT's EmitidaPorTerceroODestinatario: T or D." }),
    name: textIf('Name; null if the recipient issues the invoice.'),
    document: either(
      Type.Object(
        {
          type: wordOf(DOCUMENT_TYPES, { description: 'Type of the document.' }),
          number: text('Number of the document.'),
          country_code: textIf('Country: ISO 3166-1 alpha-2.'),
        },
        { ...closed, title: 'IssuedByPartyDocument' },
      ),
      'Document; null if the recipient issues the invoice.',
    ),
  },
  { ...closed, title: 'IssuedByParty' },
);

const DeliveryView = Type.Object(
  {
    name: textIf('Name of the party to which goods are delivered.'),
    address: textIf('Address.'),
    postal_code: textIf('Postal code.'),
    city: textIf('City.'),
    country_code: text('Country: ISO 3166-1 alpha-2.'),
  },
  { ...closed, title: 'IssuedDelivery' },
);

const PayeeView = Type.Object(
  { name: text('Name.'), document_number: textIf('Tax or registration number.') },
  { ...closed, title: 'IssuedPayee' },
);

export const DocumentView = Type.Object(
  {
    issuer_nif: text('NIF of the issuer.'),
    issuer_name: text('Name of the issuer.'),
    issuer_person_name: PersonNameView,
    number_serie: text('Number of the invoice.'),
    invoice_type: wordOf(INVOICE_TYPES, { description: 'Type of the invoice.' }),
    issue_date: date("AEAT's FechaExpedicionFactura."),
    operation_date: dateIf("AEAT's FechaOperacion; null if it is the issue date."),
    due_date: dateIf('Due date; null if none was given.'),
    operation_description: text('Description of the operation.'),
    recipients: Type.Array(RecipientView, { description: 'The recipients; empty if there is none.' }),
    has_unidentified_recipient: Type.Boolean({
      description:
        'Whether the issuer declares that the recipient is not identified (art. 6.1.d RD 1619/2012).',
    }),
    simplified_qualified: Type.Boolean({ description: "AEAT's FacturaSimplificadaArt7273." }),
    coupon: Type.Boolean({ description: "AEAT's Cupon." }),
    issued_by: either(
      IssuedByView,
      'Who issued the invoice in the name of its issuer; null if the issuer did.',
    ),
    rectification: either(RectificationView, 'What the invoice rectifies; null if it rectifies nothing.'),
    replaces: Type.Array(IdentificationView, {
      description: 'The simplified invoices that the invoice replaces.',
    }),
    currency: Type.String({ description: 'Currency of the amounts: ISO 4217.', examples: ['EUR'] }),
    exchange_rate: decimalIf('Euros per unit of the currency; null if the invoice is in euros.'),
    prices_include_tax: Type.Boolean({ description: 'Whether the prices include tax.' }),
    ...sortMembers(REFERENCE_MEMBERS, {
      ...viewTexts(REFERENCES),
      delivery_note_references: Type.Array(Type.String(), { description: 'Delivery notes.' }),
    }),
    delivery: either(DeliveryView, 'Where goods are delivered; null if none was given.'),
    period: Period,
    payment: PaymentView,
    billing_authorisations: BillingAuthorisationsView,
    spfe_channel: either(
      wordOf(SPFE_CHANNELS),
      'How a recipient whom the duty of electronic invoices concerns receives the invoice; null if neither the invoice nor the profile of its first recipient stated it.',
    ),
    reimbursable_expenses: ReimbursableExpensesView,
    payee: either(PayeeView, 'Who receives the payment instead of the issuer; null if the issuer does.'),
    footer_note: textIf('Note at the foot of the page.'),
    lines: Type.Array(LineView, { description: 'The lines in the order of the page.' }),
    allowances: Type.Array(AllowanceView, { description: 'Allowances of the whole invoice.' }),
    charges: Type.Array(AllowanceView, { description: 'Charges of the whole invoice.' }),
  },
  { ...closed, title: 'IssuedDocument' },
);
export type DocumentView = Static<typeof DocumentView>;
export type RecipientView = Static<typeof RecipientView>;
export type LineView = Static<typeof LineView>;
