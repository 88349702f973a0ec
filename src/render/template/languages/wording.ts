import type { DocumentType, InvoiceType, Language, PaymentMeans, TaxType } from '../../../contracts/codes.ts';
import type { Provision } from '../../../domain/mentions/exempting-provisions.ts';
import type { Mentions, RegimeTexts, VatExemption } from '../../../domain/mentions/mentions.ts';
import type { NamedUnit } from '../named-units.ts';
import type { Notation } from './notation.ts';

type Labels = {
  readonly issueDate: string;
  readonly operationDate: string;
  readonly dueDate: string;
  readonly customer: string;
  /** Column heads of the line table. */
  readonly concept: string;
  readonly units: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
  /** Column head of the surcharge's rate. */
  readonly surchargeRate: string;
  /**
   * Below the heads of prices and amounts of which the upper one is with tax and the lower one
   * without.
   */
  readonly withAndWithoutTax: string;
  /** Text before the reason of an allowance or a charge. */
  readonly allowance: string;
  readonly charge: string;
  /** Labels of the codes of a line and of its period. */
  readonly period: string;
  /** Base at cost of a group of entities (LIVA art. 163 octies). */
  readonly costBase: string;
  /**
   * Column heads of the tax table. The first one is also the label of the sum of amounts that are
   * subject and not exempt.
   */
  readonly base: string;
  /**
   * The same head when the table also contains operations that are exempt or not subject, whose
   * amounts are not taxable bases.
   */
  readonly baseOrAmount: string;
  readonly rate: string;
  readonly taxAmount: string;
  readonly surchargeAmount: string;
  readonly withTax: string;
  /** The row with the amounts of a group in euros. */
  readonly inEuros: string;
  /** Labels of the sums, from the base to the amount to pay. */
  readonly exempt: string;
  readonly notSubject: string;
  readonly taxes: string;
  readonly surcharge: string;
  readonly total: string;
  readonly taxesInEuros: string;
  readonly surchargeInEuros: string;
  readonly totalInEuros: string;
  readonly exchangeRate: string;
  /** VAT of other member states, which the total does not contain. */
  readonly foreignTax: string;
  readonly prepaid: string;
  /**
   * Withholding on account of the Impuesto sobre Sociedades, when the issuer is not a natural
   * person.
   */
  readonly withholding: string;
  /** Withholding on account of the IRPF. */
  readonly withholdingOfPerson: string;
  /** Text before the base of a withholding. */
  readonly above: string;
  readonly reimbursable: string;
  readonly payable: string;
  readonly paidAmount: string;
  readonly refundedAmount: string;
  readonly inFavour: string;
  /** Label of the amount of an annulled invoice, which is not payable. */
  readonly annulledAmount: string;
  /** Text before the due date. */
  readonly due: string;
  readonly paid: string;
  readonly refunded: string;
  readonly paymentMethod: string;
  /** The account that a direct debit charges, and its mandate and creditor. */
  readonly debitedAccount: string;
  readonly mandate: string;
  readonly creditor: string;
  readonly terms: string;
  /** Who receives the payment, and the text that it shall carry. */
  readonly payee: string;
  readonly paymentReference: string;
  readonly paidOn: string;
  /** The block of the client's references, and their labels. */
  readonly references: string;
  readonly deliveryNotes: string;
  readonly invoicePeriod: string;
  /** The block of a third party that issues the invoice (RD 1619/2012, art. 5). */
  readonly issuedByThirdParty: string;
  /** The block of the delivery of goods. */
  readonly delivery: string;
  readonly contact: string;
  readonly electronicAddress: string;
  /** The administrative units of a public recipient (DIR3). */
  readonly accountingOffice: string;
  readonly managingBody: string;
  readonly processingUnit: string;
  readonly proposingBody: string;
  /** Labels of the running sum at the end of a page and at the beginning of the next page. */
  readonly carriedOver: string;
  readonly broughtForward: string;
};

/** Short names of taxes for tables. */
type TaxWords = {
  readonly names: Readonly<Record<TaxType, string>>;
  /** Articles of the Ley 37/1992; E6 has none of its own. */
  readonly articles: Readonly<Record<Exclude<VatExemption, 'E6'>, string>>;
  /** A provision of the laws of another tax. */
  readonly cite: (provision: Provision) => string;
  /** Prices include tax when the margin is taxed. */
  readonly included: (tax: TaxType) => string;
  readonly exempt: (article: string | null) => string;
  readonly exemptFrom: (tax: TaxType, article: string | null) => string;
  /** A provision that already names its law. */
  readonly exemptFromBy: (tax: TaxType, provision: string) => string;
  readonly notSubject: string;
  readonly notSubjectTo: (tax: TaxType) => string;
  readonly notSubjectByPlace: (tax: TaxType) => string;
  readonly reverseCharge: string;
  readonly reverseChargeOf: (tax: TaxType) => string;
  readonly regimes: RegimeTexts<'01'>;
};

/** All texts of the page in one language. A missing text is a type error. */
export type Wording = {
  readonly language: Language;
  /** Language tag (BCP 47). */
  readonly tag: string;
  readonly notation: Notation;
  readonly titles: Readonly<Record<InvoiceType, string>>;
  /** The notice across the page, and the text before the date of annulment. */
  readonly annulled: string;
  readonly annulledOn: string;
  /**
   * Translation of the word BORRADOR on a preview; null when it is the same. The sentence after it.
   * What stands in place of a number that a series gives when the invoice is issued.
   */
  readonly draft: { readonly word: string | null; readonly says: string; readonly unnumbered: string };
  readonly labels: Labels;
  readonly paymentMethods: Readonly<Record<PaymentMeans, string>>;
  readonly documents: Readonly<Record<DocumentType, string>>;
  /** Names of the units of UN/ECE Recommendation 20 that have no international symbol. */
  readonly units: Readonly<Record<NamedUnit, string>>;
  /** Label of a tax number of a country outside the Union. */
  readonly foreignTaxNumber: string;
  readonly northernIreland: string;
  readonly taxes: TaxWords;
  readonly related: {
    readonly rectified: string;
    readonly replaced: string;
    /** The same headings for several invoices. */
    readonly rectifiedInvoices: string;
    readonly replacedInvoices: string;
    /**
     * The heading of a correction that names no invoice, but for example a period (RD 1619/2012,
     * art. 15.3).
     */
    readonly correction: string;
    /** Text between its number and its date. */
    readonly dated: string;
    readonly byDifferences: string;
    readonly bySubstitution: string;
    /**
     * Text before the amounts that a rectification by substitution replaces (RD 1619/2012, art.
     * 15.5).
     */
    readonly replacedAmounts: string;
    /** AEAT's Cupon. */
    readonly coupon: string;
    /** Text before the client's reason. */
    readonly reason: string;
    /**
     * The reason why an invoice rectifies another (AEAT list L2; LIVA art. 80 and art. 89; RD
     * 1619/2012 art. 15).
     */
    readonly reasons: Readonly<Record<Extract<InvoiceType, `R${string}`>, string>>;
  };
  readonly mentions: Mentions;
  /**
   * Translations of the captions of the QR code, which are Spanish. null in Spanish, and when a
   * caption is the same.
   */
  readonly captions: { readonly qr: string | null; readonly verifiable: string } | null;
  /** Texts that are not printed: the document title and the alternative texts of its images. */
  readonly described: {
    readonly title: (kind: string, number: string, issuer: string) => string;
    readonly logo: (issuer: string) => string;
    readonly qr: string;
  };
  /** Texts before the page number and before the number of pages. */
  readonly page: readonly [before: string, between: string];
};
