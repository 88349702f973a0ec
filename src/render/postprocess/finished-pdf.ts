/** Lower left and upper right corners, in points. */
export type Box = readonly [number, number, number, number];

/**
 * A numbered object of a PDF with its dictionary and bytes. Nothing is compressed that was not
 * compressed in the render batch.
 */
export type FinishedObject =
  | { readonly kind: 'plain'; readonly id: number; readonly text: string }
  /** Unchanged bytes, which other invoices of the render batch may share. */
  | { readonly kind: 'bytes'; readonly id: number; readonly text: string; readonly bytes: Buffer }
  /** The content stream of a page, with one character per byte. */
  | { readonly kind: 'drawing'; readonly id: number; readonly operators: string }
  | { readonly kind: 'qr'; readonly id: number; readonly qr: FinishedQr }
  /** Objects without bytes that have consecutive numbers. */
  | {
      readonly kind: 'together';
      readonly id: number;
      readonly firstId: number;
      readonly texts: readonly string[];
    };

/** The QR code, which is drawn when the PDF is extracted. */
export type FinishedQr = { readonly begin: string; readonly address: string; readonly box: Box };

/** The PDF of one invoice, ready to be written. Its objects are in the order of the file. */
export type FinishedPdf = {
  readonly issuedInvoiceId: number;
  readonly pages: number;
  readonly objects: readonly FinishedObject[];
  readonly rootId: number;
  readonly infoId: number;
};
