import { hash } from 'node:crypto';
import type { Pool } from 'pg';
import type { PrintableInvoice } from '../contracts/printable-invoice.ts';
import { compressRenderBatch, RENDER_BATCH_VERSION } from './postprocess/stored-render-batch.ts';
import type { JudgeTime, PdfRenderer } from './renderer.ts';
import { insertRenderBatch } from './statements/rendering.ts';
import { dayOf, type RenderStore } from './store/render-store.ts';
import type { Trace } from '../platform/telemetry/traces/traces.ts';

/** An invoice that could not be rendered. */
export type RenderFailure = { readonly issuedInvoiceId: number; readonly error: Error };

export type RenderContext = {
  readonly pool: Pool;
  /** The store for new render batches; null stores them in PostgreSQL. */
  readonly store: RenderStore | null;
  readonly now: () => Date;
  readonly renderer: Pick<PdfRenderer, 'renderBatches'>;
  readonly trace: Trace;
};

/**
 * Renders invoices and stores their PDFs batch by batch. A finished render batch is stored while
 * the next one is running.
 * @param isTooLong called after every render batch; when it returns true, the remaining ones are
 *   not rendered.
 * @returns the invoices that could not be rendered.
 * @throws BrowserStartError when Chromium does not start, and StoreAwayError when render batches
 *   cannot be stored.
 */
export async function renderInvoices(
  { pool, store, renderer, trace, now }: RenderContext,
  invoices: readonly PrintableInvoice[],
  isTooLong?: JudgeTime,
): Promise<RenderFailure[]> {
  const annulled = new Set(
    invoices.flatMap(({ issuedInvoiceId, annulledOn }) => (annulledOn === null ? [] : [issuedInvoiceId])),
  );
  const failures: RenderFailure[] = [];
  const print = async (printing: Trace) => {
    for await (const results of renderer.renderBatches(invoices, isTooLong)) {
      const pdfs = results.flatMap((result) => {
        if (!('error' in result)) return [result];
        failures.push(result);
        return [];
      });
      if (pdfs.length === 0) continue;
      const content = compressRenderBatch(pdfs);
      const sha256 = hash('sha256', content, 'buffer');
      // The object is stored before its row, because readers look only for objects that have a row.
      const storedOn = store === null ? null : await putRenderBatch(store, dayOf(now()), sha256, content);
      const stored = {
        version: RENDER_BATCH_VERSION,
        sha256,
        content: storedOn === null ? content : null,
        storedOn,
        pdfs: pdfs.map(({ issuedInvoiceId, pages }) => ({
          issuedInvoiceId,
          pages,
          isAnnulled: annulled.has(issuedInvoiceId),
        })),
      };
      await printing.within('store PDFs', () => insertRenderBatch(pool, stored), {
        attributes: { 'ibe.pdfs': pdfs.length },
      });
    }
  };
  await trace.within('render PDFs', print, { attributes: { 'ibe.invoices': invoices.length } });
  return failures;
}

/**
 * Puts a render batch into the store.
 * @returns the day, which is part of its name in the store.
 */
async function putRenderBatch(
  store: RenderStore,
  storedOn: string,
  sha256: Buffer,
  content: Buffer,
): Promise<string> {
  await store.put({ storedOn, sha256 }, content);
  return storedOn;
}
