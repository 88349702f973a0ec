import type { InvoiceDocument } from './invoice-document.ts';
import type { IssuerProfile } from './issuer-profile.ts';

/** The complete input of a PDF. */
export type PrintableInvoice = {
  readonly issuedInvoiceId: number;
  readonly document: InvoiceDocument;
  readonly issuerProfile: IssuerProfile | null;
  /**
   * URL in the QR code; null if the organization does not use VeriFactu. The PDF then has neither
   * QR code nor caption.
   */
  readonly qrUrl: string | null;
  /** Day on which the invoice was annulled, `YYYY-MM-DD`; null if it was not annulled. */
  readonly annulledOn: string | null;
  /** A preview of an invoice that was not issued: the PDF has the word BORRADOR and no QR code. */
  readonly isDraft?: true;
};
