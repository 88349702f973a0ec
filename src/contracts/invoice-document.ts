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
 * The issued invoice as it was issued: defaults applied, texts normalised, every amount the literal that is printed and
 * registered. Frozen with the issued invoice; the PDF is made from this and from nothing else of the request.
 * Amounts are decimal strings with a point, euros; rates are per cent without trailing zeros (`21`, `7.5`).
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
  /** null where no rate is registered: not subject and exempt operations. */
  rate: nullable(Decimal),
};

export const DocumentLine = Type.Object({
  concept: Type.String(),
  notes: nullable(Type.String()),
  units: Decimal,
  unitPrice: Decimal,
  /** null when there is no discount. */
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
  /** `0.00` where none is charged. */ tax: Cents,
});
export type TaxGroup = Static<typeof TaxGroup>;

/** The version that is issued today. `readDocument` alone reads stored documents, those of every released version. */
export const DOCUMENT_VERSION = 1;

export const InvoiceDocument = Type.Object({
  /** Of the form of this document: it grows when what a document says changes. */
  version: Type.Literal(DOCUMENT_VERSION),
  number: Type.String(),
  type: Type.Enum([...INVOICE_TYPES]),
  issueDate: IsoDate,
  /** FechaOperacion; null where it is the issue date. Set with regimes 14 and 15, and where a rectified operation had other rates of IVA. */
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
   * F2 and R5 without identified recipient only: whom the page names all the same. It never enters the record, which names no recipient of these
   * types (AEAT 1190).
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
  /** The invoice that this one corrects (R1 to R5) or replaces (F3). */
  rectified: nullable(Type.Object({ number: Type.String(), issueDate: IsoDate })),
  lines: Type.Array(DocumentLine),
  groups: Type.Array(TaxGroup),
  totals: Type.Object({
    base: Cents,
    tax: Cents,
    /** bases + taxes: AEAT's ImporteTotal and the API's total_after_taxes. */
    total: Cents,
    withholdings: Type.Array(Type.Object({ rate: Decimal, base: Cents, amount: Cents })),
    /** Suplidos; null when there are none. */
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

/** What the API has no field for: the issuer's address and logo, set with `npm run engine -- org issuer` and frozen at issuing. */
export const IssuerProfile = Type.Object({
  /** As AEAT's census has it, for the header of messages. Invoices show the name that they were issued with. */
  name: nullable(Type.String()),
  address: nullable(Type.String()),
  postalCode: nullable(Type.String()),
  city: nullable(Type.String()),
  province: nullable(Type.String()),
  countryCode: nullable(Type.String()),
  email: nullable(Type.String()),
  phone: nullable(Type.String()),
  website: nullable(Type.String()),
  /** For example the entry in the Registro Mercantil. */
  registryNote: nullable(Type.String()),
  /** Of the title, the rules and the amount to pay, `#1a5276`. */
  accent: nullable(Type.String({ pattern: '^#[0-9a-f]{6}$' })),
  /** Of labels, dates and numbers; null: Spanish. */
  language: nullable(Type.Enum([...LANGUAGES])),
  /** PNG or JPEG. */
  logo: nullable(Type.Object({ mediaType: Type.Enum(['image/png', 'image/jpeg']), base64: Type.String() })),
});
export type IssuerProfile = Static<typeof IssuerProfile>;

/** Everything a PDF is made from. */
export type PrintableInvoice = {
  readonly issuedInvoiceId: number;
  readonly document: InvoiceDocument;
  readonly issuerProfile: IssuerProfile | null;
  /** The address inside the QR; null when the organization does not use VeriFactu: then there is no QR and no caption. */
  readonly qrUrl: string | null;
  /** Day on which the invoice was annulled, `YYYY-MM-DD`; null when it was not. */
  readonly annulledOn: string | null;
};
