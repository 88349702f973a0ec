import type { Pool } from 'pg';
import { extractText, getDocumentProxy } from 'unpdf';
import type { PrintableInvoice } from '../../../src/contracts/printable-invoice.ts';
import { extractPdfs } from '../../../src/render/postprocess/stored-render-batch.ts';
import { SPANISH_NOTATION } from '../../../src/render/template/languages/notation.ts';
import { countRows, expectEqual } from './prove.ts';

/**
 * Reads the text of a PDF.
 * @throws unless it has one page and shows the invoice's number, recipient, last line and total.
 */
export async function provePdf(content: Uint8Array, { document }: PrintableInvoice): Promise<void> {
  const file = await getDocumentProxy(new Uint8Array(content));
  const { text, totalPages } = await extractText(file, { mergePages: true });
  expectEqual(`Pages of ${document.number}`, totalPages, 1);
  const shown = strip(text);
  const facts = [
    document.number,
    document.recipient?.name ?? '',
    document.lines.at(-1)?.concept ?? '',
    SPANISH_NOTATION.formatMoney(document.totals.total),
  ];
  for (const fact of facts) {
    if (!shown.includes(strip(fact))) throw new Error(`The PDF of ${document.number} does not show ${fact}`);
  }
}

/** Removes white space, which depends on the layout. */
function strip(text: string): string {
  return text.replaceAll(/\s/g, '');
}

/**
 * Proves that the render batch of every stored PDF matches its hash, and that some PDFs contain the
 * text of their invoices.
 */
export async function proveStoredPdfs(
  pool: Pool,
  count: number,
  invoices: readonly PrintableInvoice[],
): Promise<void> {
  const whole = await countRows(
    pool,
    'pdfs p join render_batches q on q.id = p.render_batch_id where sha256(q.content) = q.sha256 and p.pages = 1',
  );
  expectEqual('Stored PDFs', whole, count);
  for (const invoice of invoices) {
    const { rows } = await pool.query<{ version: number; content: Buffer }>(
      'select q.version, q.content from pdfs p join render_batches q on q.id = p.render_batch_id where p.issued_invoice_id = $1',
      [invoice.issuedInvoiceId],
    );
    const [pdf] = extractPdfs(rows[0]!.version, rows[0]!.content, [invoice.issuedInvoiceId]);
    await provePdf(pdf!, invoice);
  }
}
