import { Type, type Static, type TOptional, type TSchema, type TString } from 'typebox';
import {
  ALL_EXEMPTION_CODES,
  ALL_TAX_REGIMES,
  ALL_TAX_TYPES,
  CHARGE_TAXES,
  DOCUMENT_TYPES,
  DOCUMENT_VERSIONS,
  INVOICE_TYPES,
  ISSUED_BY_ROLES,
  LEASED_PROPERTY_SITUATIONS,
  PAYMENT_MEANS,
  RECTIFICATION_METHODS,
  SECOND_HAND_KINDS,
  SUPPLIES,
  TAX_OPERATION_KEYS,
  WITHHOLDING_CONCEPTS,
} from './codes.ts';
import { SPFE_CHANNELS } from './spfe.ts';
import type { PassThrough } from './members.ts';
import { REFERENCES } from './v2/reference-members.ts';
import { LINE_TEXTS } from './v2/line-members.ts';

/*
 * The document of an issued invoice: defaults are applied, texts are normalised, and every amount
 * is the literal that is printed and registered. It never changes after the invoice was issued. The
 * PDF uses this document and nothing else of the request. Amounts are decimal strings with a
 * decimal point, in euros unless the invoice has another currency. Rates are per cent without
 * trailing zeros (`21`, `7.5`).
 *
 * Later versions of the document add the optional members. They are absent where they do not apply,
 * and a document is written with the lowest version that has all of its members.
 */

const nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Cents = Type.String({ pattern: '^-?[0-9]+\\.[0-9]{2}$' });
const Decimal = Type.String({ pattern: '^-?[0-9]+(\\.[0-9]+)?$' });
export const IsoDate = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' });

/** The texts that are only passed on. */
const storeTexts = <T extends PassThrough>(texts: readonly T[]) =>
  Object.fromEntries(texts.map(({ stored }) => [stored, Type.Optional(Type.String())])) as Record<
    T['stored'],
    TOptional<TString>
  >;

/**
 * The fiscal key of a line or of a tax group: exactly one of `operationKey` and `exemptionCode` is
 * set.
 */
const fiscalKey = {
  taxType: Type.Enum([...ALL_TAX_TYPES]),
  regime: nullable(Type.Enum([...ALL_TAX_REGIMES])),
  operationKey: nullable(Type.Enum([...TAX_OPERATION_KEYS])),
  exemptionCode: nullable(Type.Enum([...ALL_EXEMPTION_CODES])),
  /** null if no rate is registered: the operation is not subject or exempt. */
  rate: nullable(Decimal),
  /** TipoRecargoEquivalencia. */
  surchargeRate: Type.Optional(Decimal),
  /**
   * With `oss`: the member state whose VAT is charged, and its rate. That VAT is not registered.
   */
  taxCountry: Type.Optional(Type.String()),
  foreignRate: Type.Optional(Decimal),
};

/** Version 5: goods or services, as the request states it. */
const supply = Type.Optional(Type.Enum([...SUPPLIES]));

const Period = Type.Object({ start: nullable(IsoDate), end: nullable(IsoDate) });

/** An authorisation of AEAT by which invoices are issued. */
export const BillingAuthorisation = Type.Object({
  number: Type.String(),
  description: nullable(Type.String()),
});

/** An allowance or a charge of a line. */
const LineAllowance = Type.Object({
  reason: Type.String(),
  /** null if the amount was given. */
  percent: nullable(Decimal),
  amount: Cents,
});

/** An allowance or a charge of the whole invoice (EN 16931 BG-20, BG-21). */
export const DocumentAllowance = Type.Object({
  isCharge: Type.Boolean(),
  reason: Type.String(),
  percent: nullable(Decimal),
  /** Without tax, never negative for an allowance that lowers the total. */
  amount: Cents,
  /** With tax, if the prices of the invoice include it. */
  grossAmount: Type.Optional(Cents),
  ...fiscalKey,
  supply,
  /** Version 5, of a charge: the tax or levy that it is. */
  taxCode: Type.Optional(Type.Enum([...CHARGE_TAXES])),
});
export type DocumentAllowance = Static<typeof DocumentAllowance>;

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
  /**
   * units × price × (1 − discount/100) − allowances + charges with tax, if the prices of the
   * invoice include it. `unitPrice` is then with tax as well.
   */
  grossAmount: Type.Optional(Cents),
  allowances: Type.Optional(Type.Array(LineAllowance)),
  /** Version 3. They raise the net amount. */
  charges: Type.Optional(Type.Array(LineAllowance)),
  /** Regimes 03 and 05: the margin with its tax. `netAmount` is then the full price. */
  margin: Type.Optional(Cents),
  /**
   * Version 3, regime 03: what is sold. Absent for used goods with a margin, and where version 1 of
   * the API could not state it.
   */
  secondHandKind: Type.Optional(Type.Enum([...SECOND_HAND_KINDS])),
  /** Regime 06: the base at cost of this line. */
  costBase: Type.Optional(Cents),
  unitCode: Type.Optional(Type.String()),
  ...storeTexts(LINE_TEXTS),
  period: Type.Optional(Period),
  supply,
  /** Version 5, with a withholding: its concept of list L5 of Orden HAC/1028/2026. */
  withholdingConcept: Type.Optional(Type.Enum([...WITHHOLDING_CONCEPTS])),
  /** Version 5, regime 11: the premises that are let. */
  property: Type.Optional(
    Type.Object({
      situation: Type.Enum([...LEASED_PROPERTY_SITUATIONS]),
      cadastralReference: nullable(Type.String()),
    }),
  ),
});
export type DocumentLine = Static<typeof DocumentLine>;

/** The amounts of a tax group. */
const groupAmounts = {
  base: Cents,
  /** `0.00` if no tax is charged. */
  tax: Cents,
  /** CuotaRecargoEquivalencia. */
  surcharge: Type.Optional(Cents),
  /** BaseImponibleACoste, with regime 06. */
  costBase: Type.Optional(Cents),
  /**
   * Full price with tax, with regimes 03 and 05 and a margin; `base` and `tax` are then those of
   * the margin.
   */
  price: Type.Optional(Cents),
  /** VAT of another member state, with `oss`. */
  foreignTax: Type.Optional(Cents),
};

export const TaxGroup = Type.Object({
  ...fiscalKey,
  ...groupAmounts,
  /** The same amounts in euros, if the invoice has another currency. The record contains these. */
  euro: Type.Optional(Type.Object(groupAmounts)),
});
export type TaxGroup = Static<typeof TaxGroup>;

/** An address for electronic invoices (EN 16931 BT-49) in a scheme of the EAS. */
export const ElectronicAddress = Type.Object({ scheme: Type.String(), value: Type.String() });

/** Codes of a public body in the directory DIR3. */
export const Dir3Centres = Type.Object({
  accountingOffice: nullable(Type.String()),
  managingBody: nullable(Type.String()),
  processingUnit: nullable(Type.String()),
  proposingBody: nullable(Type.String()),
});

/** Whom to ask about an invoice (EN 16931 BG-9). */
export const Contact = Type.Object({
  name: nullable(Type.String()),
  phone: nullable(Type.String()),
  email: nullable(Type.String()),
});

/**
 * The name of a natural person in its parts, which Facturae states. The whole name has the same
 * words.
 */
export const PersonName = Type.Object({
  givenName: Type.String(),
  firstSurname: Type.String(),
  secondSurname: nullable(Type.String()),
});
export type PersonName = Static<typeof PersonName>;

const Recipient = Type.Object({
  name: Type.String(),
  documentType: Type.Enum([...DOCUMENT_TYPES]),
  documentNumber: Type.String(),
  countryCode: nullable(Type.String()),
  address: nullable(Type.String()),
  postalCode: nullable(Type.String()),
  city: nullable(Type.String()),
  electronicAddress: Type.Optional(ElectronicAddress),
  dir3: Type.Optional(Dir3Centres),
  /** Version 3. */
  contact: Type.Optional(Contact),
  /** Version 4. */
  personName: Type.Optional(PersonName),
  /** Version 5: whether it acts as a business or professional (RD 238/2026, art. 3). */
  isBusiness: Type.Optional(Type.Boolean()),
});

/** An invoice that this one rectifies or replaces. */
const InvoiceIdentification = Type.Object({
  issuerNif: Type.String(),
  number: Type.String(),
  issueDate: IsoDate,
});

export const InvoiceDocument = Type.Object({
  /** Version of the document's schema: the lowest that has all members of the document. */
  version: Type.Enum([...DOCUMENT_VERSIONS]),
  number: Type.String(),
  type: Type.Enum([...INVOICE_TYPES]),
  issueDate: IsoDate,
  /**
   * FechaOperacion; null if it is the issue date. Set with regimes 14 and 15 and if other rates of
   * IVA applied to a rectified operation.
   */
  operationDate: nullable(IsoDate),
  dueDate: nullable(IsoDate),
  description: Type.String(),
  issuer: Type.Object({
    nif: Type.String(),
    name: Type.String(),
    /** Version 4. */
    personName: Type.Optional(PersonName),
  }),
  /** The first recipient. */
  recipient: nullable(Recipient),
  /** Further recipients (IDDestinatario). */
  otherRecipients: Type.Optional(Type.Array(Recipient)),
  /**
   * The addressee printed on an F2 or R5 without an identified recipient; otherwise null. It is not
   * part of the record, because AEAT refuses a recipient with these types (error 1190).
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
  /**
   * F2 and R5 only: the issuer declares that the recipient is not identified (art. 6.1.d RD
   * 1619/2012).
   */
  unidentifiedRecipient: Type.Boolean(),
  /** The invoice that this one rectifies (R1 to R5) or replaces (F3). */
  rectified: nullable(Type.Object({ number: Type.String(), issueDate: IsoDate })),
  /**
   * A rectification that states more than one invoice of this issuer: its method, its reason and
   * all invoices. `rectified` is then null.
   */
  rectification: Type.Optional(
    Type.Object({
      method: Type.Enum([...RECTIFICATION_METHODS]),
      reason: Type.String(),
      invoices: Type.Array(InvoiceIdentification),
      /**
       * ImporteRectificacion, with `substitution`: the amounts in euros that this invoice replaces.
       */
      replaced: Type.Optional(Type.Object({ base: Cents, tax: Cents, surcharge: Type.Optional(Cents) })),
    }),
  ),
  /**
   * The simplified invoices that an F3 replaces (FacturasSustituidas). `rectified` is then null.
   */
  replaces: Type.Optional(Type.Array(InvoiceIdentification)),
  /** FacturaSimplificadaArt7273. */
  simplifiedQualified: Type.Optional(Type.Literal(true)),
  /** Cupon. */
  coupon: Type.Optional(Type.Literal(true)),
  /**
   * EmitidaPorTerceroODestinatario and Tercero. The name and the document are null if the recipient
   * issues the invoice.
   */
  issuedBy: Type.Optional(
    Type.Object({
      role: Type.Enum([...ISSUED_BY_ROLES]),
      name: nullable(Type.String()),
      documentType: nullable(Type.Enum([...DOCUMENT_TYPES])),
      documentNumber: nullable(Type.String()),
      countryCode: nullable(Type.String()),
    }),
  ),
  /** ISO 4217; absent for euros. `exchangeRate` is euros per unit of the currency. */
  currency: Type.Optional(Type.String()),
  exchangeRate: Type.Optional(Decimal),
  pricesIncludeTax: Type.Optional(Type.Literal(true)),
  references: Type.Optional(
    Type.Object({
      ...storeTexts(REFERENCES),
      deliveryNotes: Type.Optional(Type.Array(Type.String())),
    }),
  ),
  /** Version 3: where goods are delivered, and to whom (EN 16931 BG-13, BG-15). */
  delivery: Type.Optional(
    Type.Object({
      name: nullable(Type.String()),
      address: nullable(Type.String()),
      postalCode: nullable(Type.String()),
      city: nullable(Type.String()),
      countryCode: Type.String(),
    }),
  ),
  /** Version 3: who receives the payment instead of the issuer (EN 16931 BG-10). */
  payee: Type.Optional(Type.Object({ name: Type.String(), documentNumber: nullable(Type.String()) })),
  period: Type.Optional(Period),
  allowances: Type.Optional(Type.Array(DocumentAllowance)),
  payment: Type.Optional(
    Type.Object({
      iban: nullable(Type.String()),
      bic: nullable(Type.String()),
      mandateReference: nullable(Type.String()),
      creditorId: nullable(Type.String()),
      terms: nullable(Type.String()),
      /** Version 3: EN 16931 BT-83. */
      reference: Type.Optional(Type.String()),
      /** Version 5: the day on which a paid invoice was paid. */
      paidOn: Type.Optional(IsoDate),
      due: Type.Array(Type.Object({ date: IsoDate, amount: Cents })),
    }),
  ),
  /** Version 5: authorisations of AEAT by which the invoice is issued. */
  billingAuthorisations: Type.Optional(Type.Array(BillingAuthorisation)),
  /** Version 5: how a recipient whom the duty of electronic invoices concerns receives it. */
  spfeChannel: Type.Optional(Type.Enum([...SPFE_CHANNELS])),
  /** Version 5: the suplidos one by one, which add up to `totals.reimbursableExpenses`. */
  reimbursableExpenses: Type.Optional(Type.Array(Type.Object({ description: Type.String(), amount: Cents }))),
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
    /** total + VAT of other member states − withholdings + reimbursable expenses − prepaid. */
    payable: Cents,
    /** Sum of the surcharges. AEAT's CuotaTotal is `tax` + `surcharge`. */
    surcharge: Type.Optional(Cents),
    /**
     * Sum of the VAT of other member states. It is charged but not registered, so `total` does not
     * contain it.
     */
    foreignTax: Type.Optional(Cents),
    /** Deposits that were invoiced or paid before. */
    prepaid: Type.Optional(Cents),
    /**
     * In euros, if the invoice has another currency: the sums of the groups' amounts in euros. The
     * record and the QR code contain these.
     */
    euro: Type.Optional(
      Type.Object({ base: Cents, tax: Cents, surcharge: Type.Optional(Cents), total: Cents }),
    ),
  }),
  paymentMethod: nullable(Type.Enum([...PAYMENT_MEANS])),
  paymentMethodInfo: nullable(Type.String()),
  paid: nullable(Type.Boolean()),
  footerNote: nullable(Type.String()),
});
export type InvoiceDocument = Static<typeof InvoiceDocument>;
export type Recipient = Static<typeof Recipient>;
