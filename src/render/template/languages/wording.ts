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

/** Regimes of IVA that an invoice names in its mentions: all but the general one, exports and lettings. */
export type MentionedRegime = Exclude<TaxRegime, '01' | '02' | '11'>;

/** What an operation without tax is called: of IVA with the article that says so, of other taxes by their name. */
type UntaxedMention = { readonly iva: string; readonly other: (tax: Exclude<TaxType, 'iva'>) => string };

/** The mentions that an invoice must carry (RD 1619/2012, art. 6.1), as sentences. */
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
  /** Heads of the table of lines. */
  readonly concept: string;
  readonly units: string;
  readonly unitPrice: string;
  readonly discount: string;
  readonly tax: string;
  readonly amount: string;
  /** Heads of the table of taxes. The first is also the sum of what is subject and not exempt. */
  readonly base: string;
  /** The same head where the table also has operations that are exempt or not subject, whose amounts are no taxable base. */
  readonly baseOrAmount: string;
  readonly rate: string;
  readonly taxAmount: string;
  /** The sums, from the base to what is to be paid. */
  readonly exempt: string;
  readonly notSubject: string;
  readonly taxes: string;
  readonly total: string;
  /** On account of the Impuesto sobre Sociedades, where the issuer is no natural person. */
  readonly withholding: string;
  /** On account of the IRPF. */
  readonly withholdingOfPerson: string;
  /** Before the base of a withholding. */
  readonly above: string;
  readonly reimbursable: string;
  readonly payable: string;
  readonly paidAmount: string;
  readonly refundedAmount: string;
  readonly inFavour: string;
  /** Of an annulled invoice, which nobody pays. */
  readonly annulledAmount: string;
  /** Before the due date. */
  readonly due: string;
  readonly paid: string;
  readonly refunded: string;
  readonly paymentMethod: string;
  /** Sums at the end of a page and at the beginning of the next one. */
  readonly carriedOver: string;
  readonly broughtForward: string;
};

/** How taxes are named in tables, where there is room for a few words. */
type TaxWords = {
  readonly names: Readonly<Record<TaxType, string>>;
  /** Articles of the Ley 37/1992; E6 has none of its own. */
  readonly articles: Readonly<Record<Exclude<TaxExemptionCode, 'E6'>, string>>;
  /** Where the margin is taxed, prices are with tax. */
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

/** All that the page says by itself, in one language. What is missing in one is a type error. */
export type Wording = {
  readonly language: Language;
  /** BCP 47. */
  readonly tag: string;
  readonly notation: Notation;
  readonly titles: Readonly<Record<InvoiceType, string>>;
  /** Stands across the page, and what stands before the day. */
  readonly annulled: string;
  readonly annulledOn: string;
  readonly labels: Labels;
  readonly paymentMethods: Readonly<Record<PaymentMethod, string>>;
  readonly documents: Readonly<Record<RecipientDocumentType, string>>;
  /** Of a country whose tax numbers are none of the Union's. */
  readonly foreignTaxNumber: string;
  readonly northernIreland: string;
  readonly taxes: TaxWords;
  readonly related: {
    readonly rectified: string;
    readonly replaced: string;
    /** Between its number and its date. */
    readonly dated: string;
    readonly byDifferences: string;
    /** Why an invoice rectifies another (AEAT list L2; LIVA art. 80 and art. 89; RD 1619/2012 art. 15). */
    readonly reasons: Readonly<Record<Extract<InvoiceType, `R${string}`>, string>>;
  };
  readonly mentions: Mentions;
  /** Beside the captions of the QR, which are Spanish; null in Spanish, and where a caption is the same. */
  readonly captions: { readonly qr: string | null; readonly verifiable: string } | null;
  /** What is not printed: the document's title, and what is read out in the place of its pictures. */
  readonly described: {
    readonly title: (kind: string, number: string, issuer: string) => string;
    readonly logo: (issuer: string) => string;
    readonly qr: string;
  };
  /** Before the number of a page, and before how many there are. */
  readonly page: readonly [before: string, between: string];
};
