/** Lower left and upper right corner, in points. */
export type Box = readonly [number, number, number, number];

/** An object of a PDF under its number: what its dictionary says, and what its bytes are. Nothing is compressed that was not compressed in the render batch. */
export type FinishedObject =
  | { readonly kind: 'plain'; readonly id: number; readonly text: string }
  /** The bytes as they are, which other invoices of the render batch may have, too. */
  | { readonly kind: 'bytes'; readonly id: number; readonly text: string; readonly bytes: Buffer }
  /** What a page paints: a character is a byte. */
  | { readonly kind: 'drawing'; readonly id: number; readonly operators: string }
  | { readonly kind: 'qr'; readonly id: number; readonly qr: FinishedQr }
  /** Objects without bytes whose numbers go up by one. */
  | {
      readonly kind: 'together';
      readonly id: number;
      readonly firstId: number;
      readonly texts: readonly string[];
    };

/** The QR code, which is drawn when the PDF is extracted. */
export type FinishedQr = { readonly begin: string; readonly address: string; readonly box: Box };

/** The PDF of one invoice, ready to be written: objects in the order of the file. */
export type FinishedPdf = {
  readonly issuedInvoiceId: number;
  readonly pages: number;
  readonly objects: readonly FinishedObject[];
  readonly rootId: number;
  readonly infoId: number;
};
