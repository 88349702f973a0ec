import { Type, type Static, type TSchema } from 'typebox';
import {
  INVOICE_TYPES,
  LANGUAGES,
  PAYMENT_METHODS,
  RECIPIENT_DOCUMENT_TYPES,
  TAX_EXEMPTION_CODES,
  TAX_OPERATION_KEYS,
  TAX_REGIMES,
  TAX_TYPES,
} from './codes.ts';

/*
 * The document of an issued invoice: defaults are applied, texts are normalised, and every amount is the literal that is printed and registered.
 * It never changes after the invoice was issued. The PDF uses this document and nothing else of the request.
 * Amounts are decimal strings in euros with a decimal point. Rates are per cent without trailing zeros (`21`, `7.5`).
 */

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Cents = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$' });
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
const IsoDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** The fiscal key of a line or of a tax group: exactly one of `operationKey` and `exemptionCode` is set. */
const fiscalKey = {
  taxType: Type.Enum([...TAX_TYPES]),
  regime: nullable(Type.Enum([...TAX_REGIMES])),
  operationKey: nullable(Type.Enum([...TAX_OPERATION_KEYS])),
  exemptionCode: nullable(Type.Enum([...TAX_EXEMPTION_CODES])),
  /** null if no rate is registered: the operation is not subject or exempt. */
  rate: nullable(Decimal),
};

export const DocumentLine = Type.Object({
  concept: Type.String(),
  notes: nullable(Type.String()),
  units: Decimal,
  unitPrice: Decimal,
  /** null if there is no discount. */
  discountPercent: nullable(Decimal),
  /** units × price × (1 − discount/100), rounded half away from zero to cents. */
  netAmount: Cents,
  withholdingRate: nullable(Decimal),
  ...fiscalKey,
});
export type DocumentLine = Static<typeof DocumentLine>;

export const TaxGroup = Type.Object({
  ...fiscalKey,
  base: Cents,
  /** `0.00` if no tax is charged. */
  tax: Cents,
});
export type TaxGroup = Static<typeof TaxGroup>;

/** The version of new documents. Only `readDocument` reads stored documents; it accepts every released version. */
export const DOCUMENT_VERSION = 1;

export const InvoiceDocument = Type.Object({
  /** Version of the document's schema. It increases when the meaning of a document changes. */
  version: Type.Literal(DOCUMENT_VERSION),
  number: Type.String(),
  type: Type.Enum([...INVOICE_TYPES]),
  issueDate: IsoDate,
  /** FechaOperacion; null if it is the issue date. Set with regimes 14 and 15 and if other rates of IVA applied to a rectified operation. */
  operationDate: nullable(IsoDate),
  dueDate: nullable(IsoDate),
  description: Type.String(),
  issuer: Type.Object({ nif: Type.String(), name: Type.String() }),
  recipient: nullable(
    Type.Object({
      name: Type.String(),
      documentType: Type.Enum([...RECIPIENT_DOCUMENT_TYPES]),
      documentNumber: Type.String(),
      countryCode: nullable(Type.String()),
      address: nullable(Type.String()),
      postalCode: nullable(Type.String()),
      city: nullable(Type.String()),
    }),
  ),
  /**
   * The addressee printed on an F2 or R5 without an identified recipient; otherwise null. It is not part of the record, because AEAT refuses a
   * recipient with these types (error 1190).
   */
  addressee: nullable(
    Type.Object({
      name: nullable(Type.String()),
      countryCode: nullable(Type.String()),
      address: nullable(Type.String()),
      postalCode: nullable(Type.String()),
      city: nullable(Type.String()),
    }),
  ),
  /** F2 and R5 only: the issuer declares that the recipient is not identified (art. 6.1.d RD 1619/2012). */
  unidentifiedRecipient: Type.Boolean(),
  /** The invoice that this one rectifies (R1 to R5) or replaces (F3). */
  rectified: nullable(Type.Object({ number: Type.String(), issueDate: IsoDate })),
  lines: Type.Array(DocumentLine),
  groups: Type.Array(TaxGroup),
  totals: Type.Object({
    base: Cents,
    tax: Cents,
    /** Sum of bases and taxes: AEAT's ImporteTotal and the API's total_after_taxes. */
    total: Cents,
    withholdings: Type.Array(Type.Object({ rate: Decimal, base: Cents, amount: Cents })),
    /** Suplidos; null if there are none. */
    reimbursableExpenses: nullable(Cents),
    /** total − withholdings + reimbursable expenses. */
    payable: Cents,
  }),
  paymentMethod: nullable(Type.Enum([...PAYMENT_METHODS])),
  paymentMethodInfo: nullable(Type.String()),
  paid: nullable(Type.Boolean()),
  footerNote: nullable(Type.String()),
});
export type InvoiceDocument = Static<typeof InvoiceDocument>;

/**
 * The issuer's data for which the API has no member, such as address and logo. `npm run engine -- org issuer` sets them; an issued invoice keeps
 * those of its time of issue.
 */
export const IssuerProfile = Type.Object({
  /** Name in AEAT's census, for the header of messages to AEAT. Invoices show the name in their document. */
  name: nullable(Type.String()),
  address: nullable(Type.String()),
  postalCode: nullable(Type.String()),
  city: nullable(Type.String()),
  province: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  website: nullable(Type.String()),
  /** Registry note, for example the entry in the Registro Mercantil. */
  registryNote: nullable(Type.String()),
  /** Colour of the title, the rules and the amount to pay, for example `#1a5276`. */
  accent: nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  /** Language of labels, dates and numbers; null means Spanish. */
  language: nullable(Type.Enum([...LANGUAGES])),
  logo: nullable(Type.Object({ mediaType: Type.Enum(['image/png', 'image/jpeg']), base64: Type.String() })),
});
export type IssuerProfile = Static<typeof IssuerProfile>;

/** The complete input of a PDF. */
export type PrintableInvoice = {
  readonly issuedInvoiceId: number;
  readonly document: InvoiceDocument;
  readonly issuerProfile: IssuerProfile | null;
  /** URL in the QR code; null if the organization does not use VeriFactu. The PDF then has neither QR code nor caption. */
  readonly qrUrl: string | null;
  /** Day on which the invoice was annulled, `YYYY-MM-DD`; null if it was not annulled. */
  readonly annulledOn: string | null;
};
