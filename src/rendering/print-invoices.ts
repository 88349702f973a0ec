import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import type { JudgeTime, PdfRenderer } from '../pdf/renderer.ts';
import { insertPdfs } from '../persistence/rendering/rendering.ts';
import type { Trace } from '../telemetry/traces/traces.ts';

/** An invoice that could not be printed. */
export type PrintFailure = { readonly issuedInvoiceId: number; readonly error: Error };

type PrintContext = {
  readonly pool: Pool;
  readonly renderer: Pick<PdfRenderer, 'renderPrints'>;
  readonly trace: Trace;
};

/**
 * Prints invoices and stores their PDFs, print by print: what is printed is stored while the next print is running.
 * @param isTooLong told of every print; when it returns true the rest is given up.
 * @returns those that could not be printed.
 * @throws BrowserStartError when Chromium does not start.
 */
export async function printInvoices(
  { pool, renderer, trace }: PrintContext,
  invoices: readonly PrintableInvoice[],
  isTooLong?: JudgeTime,
): Promise<PrintFailure[]> {
  const annulled = new Set(
    invoices.flatMap(({ issuedInvoiceId, annulledOn }) => (annulledOn === null ? [] : [issuedInvoiceId])),
  );
  const failures: PrintFailure[] = [];
  const print = async (printing: Trace) => {
    for await (const results of renderer.renderPrints(invoices, isTooLong)) {
      const pdfs = results.flatMap((result) => {
        if ('error' in result) {
          failures.push(result);
          return [];
        }
        const isAnnulled = annulled.has(result.issuedInvoiceId);
        return [{ ...result, isAnnulled, sha256: hash('sha256', result.content, 'buffer') }];
      });
      await printing.within('store PDFs', () => insertPdfs(pool, pdfs), {
        attributes: { 'ibe.pdfs': pdfs.length },
      });
    }
  };
  await trace.within('print PDFs', print, { attributes: { 'ibe.invoices': invoices.length } });
  return failures;
}
