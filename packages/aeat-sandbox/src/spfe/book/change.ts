import type { BookChange } from '../../sii/book/book-change.ts';

/** The unique code of an invoice (art. 6 of Orden HAC/1028/2026): the issuer, the number, the date of issue. */
export type UniqueCode = {
  readonly nif: string;
  readonly number: string;
  /** yyyy-mm-dd. */
  readonly date: string;
};

export const SUPPLIER_EVENTS = ['SETTLEMENT', 'CANCELSETTLEMENT', 'DEFAULT', 'CANCELDEFAULT'] as const;
export const CUSTOMER_EVENTS = ['PAYMENT', 'CANCELPAYMENT', 'REJECTION', 'CANCELREJECTION'] as const;
export type EventName = (typeof SUPPLIER_EVENTS)[number] | (typeof CUSTOMER_EVENTS)[number];

/** What a message of Annex II says of an invoice. Dates are yyyy-mm-dd. */
export type SpfeEvent = {
  readonly name: EventName;
  readonly effectiveDate?: string | undefined;
  readonly dueDate?: string | undefined;
  readonly shipmentDate?: string | undefined;
  readonly receptionDate?: string | undefined;
  /** 01 or 02 of a rejection. */
  readonly conditionCode?: string | undefined;
  readonly hasFinancing?: boolean | undefined;
  readonly isCorrected?: boolean | undefined;
  readonly isNegative?: boolean | undefined;
};

type Movement = {
  readonly code: UniqueCode;
  /** The number of the message in the log; null if the control endpoint made the change. */
  readonly message: number | null;
  /** null if the control endpoint made the change. */
  readonly csv: string | null;
  /** AEAT's time in milliseconds, from which the change is visible. */
  readonly at: number;
};

/** An invoice or its copy was taken. */
export type AdmissionChange = Movement & {
  readonly kind: 'admission';
  readonly csv: string;
  readonly isCopy: boolean;
  readonly buyer: string;
  readonly thirdParties: readonly string[];
  /** The localizador. */
  readonly locator: string;
  /** The document as it was sent, compressed. */
  readonly document: string;
  readonly sha256: string;
};
/** CANCELINVOICE. */
export type RemovalChange = Movement & { readonly kind: 'removal'; readonly effectiveDate: string };
export type EventChange = Movement & { readonly kind: 'event'; readonly event: SpfeEvent };
export type SpfeChange = AdmissionChange | RemovalChange | EventChange;

const KINDS: Readonly<Record<SpfeChange['kind'], true>> = { admission: true, removal: true, event: true };

/** Returns whether a change of the journal concerns the book of the SPFE and not that of SII. */
export function isSpfeChange(change: SpfeChange | BookChange): change is SpfeChange {
  return Object.hasOwn(KINDS, change.kind);
}

/** Names an invoice in the log and in messages. */
export function nameInvoice({ nif, number, date }: UniqueCode): string {
  return `${nif} ${number} ${date}`;
}
