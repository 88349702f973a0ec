import type { Pool } from 'pg';
import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import { packPrint, PRINT_VERSION } from '../pdf/cutting/pack-print.ts';
import type { JudgeTime, PdfRenderer } from '../pdf/renderer.ts';
import { insertPrint } from '../persistence/rendering/rendering.ts';
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
        if (!('error' in result)) return [result];
        failures.push(result);
        return [];
      });
      if (pdfs.length === 0) continue;
      const stored = {
        version: PRINT_VERSION,
        content: packPrint(pdfs),
        pdfs: pdfs.map(({ issuedInvoiceId, pages }) => ({
          issuedInvoiceId,
          pages,
          isAnnulled: annulled.has(issuedInvoiceId),
        })),
      };
      await printing.within('store PDFs', () => insertPrint(pool, stored), {
        attributes: { 'ibe.pdfs': pdfs.length },
      });
    }
  };
  await trace.within('print PDFs', print, { attributes: { 'ibe.invoices': invoices.length } });
  return failures;
}
