import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import { compressPrint, PRINT_VERSION } from './postprocess/stored-render-batch.ts';
import type { JudgeTime, PdfRenderer } from './renderer.ts';
import { insertPrint } from './statements/rendering.ts';
import { dayOf, type PrintStore } from './store/render-store.ts';
import type { Trace } from '../platform/telemetry/traces/traces.ts';

/** An invoice that could not be printed. */
export type PrintFailure = { readonly issuedInvoiceId: number; readonly error: Error };

export type PrintContext = {
  readonly pool: Pool;
  /** Where new prints go; null: into PostgreSQL. */
  readonly store: PrintStore | null;
  readonly now: () => Date;
  readonly renderer: Pick<PdfRenderer, 'renderPrints'>;
  readonly trace: Trace;
};

/**
 * Prints invoices and stores their PDFs, print by print: what is printed is stored while the next print is running.
 * @param isTooLong told of every print; when it returns true the rest is given up.
 * @returns those that could not be printed.
 * @throws BrowserStartError when Chromium does not start; StoreAwayError when prints cannot be stored.
 */
export async function printInvoices(
  { pool, store, renderer, trace, now }: PrintContext,
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
      const content = compressPrint(pdfs);
      const sha256 = hash('sha256', content, 'buffer');
      // Before its row: nobody looks for what is not there.
      const storedOn = store === null ? null : await putPrint(store, dayOf(now()), sha256, content);
      const stored = {
        version: PRINT_VERSION,
        sha256,
        content: storedOn === null ? content : null,
        storedOn,
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

/** @returns the day, which is a part of its name there. */
async function putPrint(
  store: PrintStore,
  storedOn: string,
  sha256: Buffer,
  content: Buffer,
): Promise<string> {
  await store.put({ storedOn, sha256 }, content);
  return storedOn;
}
