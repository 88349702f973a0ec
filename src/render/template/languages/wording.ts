import type {
  InvoiceType,
  Language,
  PaymentMethod,
  RecipientDocumentType,
  TaxExemptionCode,
  TaxRegime,
  TaxType,
} from '../../../contracts/codes.ts';
import type { Notation } from './notation.ts';

/** Regimes of IVA that an invoice names in its mentions: all except the general regime, exports and lettings. */
export type MentionedRegime = Exclude<TaxRegime, '01' | '02' | '11'>;

/** The mention of an operation without tax: for IVA with the article of the law, for other taxes with their name. */
type UntaxedMention = { readonly iva: string; readonly other: (tax: Exclude<TaxType, 'iva'>) => string };

/** The mentions that an invoice must contain (RD 1619/2012, art. 6.1), as sentences. */
export type Mentions = {
  readonly exemptions: Readonly<Record<TaxExemptionCode, string>>;
  readonly exemptionOfOthers: UntaxedMention['other'];
  readonly regimes: Readonly<Record<MentionedRegime, string>>;
  readonly S2: UntaxedMention;
  readonly N1: UntaxedMention;
  readonly N2: UntaxedMention;
  readonly reverseChargeAbroad: string;
  readonly unidentifiedRecipient: string;
};

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
  /** Column heads of the tax table. The first one is also the label of the sum of amounts that are subject and not exempt. */
  readonly base: string;
  /** The same head when the table also contains operations that are exempt or not subject, whose amounts are not taxable bases. */
  readonly baseOrAmount: string;
  readonly rate: string;
  readonly taxAmount: string;
  /** Labels of the sums, from the base to the amount to pay. */
  readonly exempt: string;
  readonly notSubject: string;
  readonly taxes: string;
  readonly total: string;
  /** Withholding on account of the Impuesto sobre Sociedades, when the issuer is not a natural person. */
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
  /** Labels of the running sum at the end of a page and at the beginning of the next page. */
  readonly carriedOver: string;
  readonly broughtForward: string;
};

/** Short names of taxes for tables. */
type TaxWords = {
  readonly names: Readonly<Record<TaxType, string>>;
  /** Articles of the Ley 37/1992; E6 has none of its own. */
  readonly articles: Readonly<Record<Exclude<TaxExemptionCode, 'E6'>, string>>;
  /** Prices include tax when the margin is taxed. */
  readonly included: string;
  readonly exempt: (article: string | null) => string;
  readonly exemptFrom: (tax: TaxType, article: string | null) => string;
  readonly notSubject: string;
  readonly notSubjectTo: (tax: TaxType) => string;
  readonly notSubjectByPlace: (tax: TaxType) => string;
  readonly reverseCharge: string;
  readonly reverseChargeOf: (tax: TaxType) => string;
  readonly regimes: Readonly<Record<Exclude<TaxRegime, '01'>, string>>;
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
  readonly labels: Labels;
  readonly paymentMethods: Readonly<Record<PaymentMethod, string>>;
  readonly documents: Readonly<Record<RecipientDocumentType, string>>;
  /** Label of a tax number of a country outside the Union. */
  readonly foreignTaxNumber: string;
  readonly northernIreland: string;
  readonly taxes: TaxWords;
  readonly related: {
    readonly rectified: string;
    readonly replaced: string;
    /** Text between its number and its date. */
    readonly dated: string;
    readonly byDifferences: string;
    /** The reason why an invoice rectifies another (AEAT list L2; LIVA art. 80 and art. 89; RD 1619/2012 art. 15). */
    readonly reasons: Readonly<Record<Extract<InvoiceType, `R${string}`>, string>>;
  };
  readonly mentions: Mentions;
  /** Translations of the captions of the QR code, which are Spanish. null in Spanish, and when a caption is the same. */
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
