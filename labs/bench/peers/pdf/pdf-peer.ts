import type { PrintableInvoice } from '../../../../src/contracts/printable-invoice.ts';

/** Another way to render the PDF of an invoice, one at a time. */
export type PdfPeer = AsyncDisposable & {
  readonly name: string;
  render(invoice: PrintableInvoice): Promise<Uint8Array>;
};
