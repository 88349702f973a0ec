import type { PrintableInvoice } from '../contracts/printable-invoice.ts';
import { writePdf } from './postprocess/write-pdf.ts';
import { RenderTimeoutError } from './browser/work-guard.ts';
import {
  addWeights,
  buildRenderBatchContent,
  divideRenderBatch,
  planRenderBatches,
  type Print,
  type RenderBatchContent,
} from './render-plan.ts';
import { createBatchSizes, type BatchSizes } from './batch-sizes.ts';
import { BrowserStartError, openPrinter, type Printer, type PrinterEvent } from './printer.ts';
import {
  giveUpRender,
  settleFailure,
  splitRenderBatch,
  type PlacedResult,
  type PageResult,
  type Settled,
} from './settle-page.ts';

export type { PageResult } from './settle-page.ts';

/** The bytes of the PDF of an issued invoice, or the reason why it could not be rendered. */
export type RenderResult =
  | { readonly issuedInvoiceId: number; readonly content: Buffer; readonly pages: number }
  | { readonly issuedInvoiceId: number; readonly error: Error };

export type PdfRendererOptions = {
  /** Path of a Chromium headless shell, or of a full Chromium, which has half the speed. */
  readonly chromiumPath: string;
  /** Called for every event of the browser, for logs and metrics. */
  readonly onEvent?: (event: PrinterEvent) => void;
  /** Time limit for one render batch (25 invoices, or a single one). Default: 5 seconds. */
  readonly renderTimeLimitMs?: number;
  /** Number of render batches after which the browser is replaced. Default: 2000. */
  readonly batchesPerBrowser?: number;
  /**
   * Memory of the browser's processes above which the browser is replaced. Near this limit, garbage
   * is collected first. Default: 300 MB.
   */
  readonly browserMemoryLimitBytes?: number;
  /**
   * For long render batches: the browser starts with the first render batch and ends after this
   * idle time, in ms.
   */
  readonly idleLimitMs?: number;
  /** Niceness of the browser, from 0 (the worker's own priority) to 19 (the lowest). Default: 0. */
  readonly niceness?: number;
};

/** The time that a render batch occupied its browser. */
export type RenderTime = { readonly weight: number; readonly milliseconds: number };

/**
 * Called after every render batch.
 * @returns true when the remaining render batches must not be rendered, because this one took too
 *   long.
 */
export type JudgeTime = (time: RenderTime) => boolean;

export type PdfRenderer = AsyncDisposable & {
  /**
   * Renders invoices and returns one result per invoice, in the same order. An invoice that cannot
   * be rendered fails alone.
   * @throws BrowserStartError when Chromium does not start, which no invoice causes.
   */
  render(invoices: readonly PrintableInvoice[]): Promise<RenderResult[]>;
  /**
   * Yields the same results batch by batch as they become available, in no guaranteed order. The
   * next render batch runs while the caller stores the results. Invoices that are not rendered fail
   * with a RenderTimeoutError.
   */
  renderBatches(invoices: readonly PrintableInvoice[], isTooLong?: JudgeTime): AsyncIterable<PageResult[]>;
  /**
   * Resolves when the first attempt to start Chromium has ended.
   * @throws BrowserStartError when it does not start.
   */
  started(): Promise<void>;
  /** Whether Chromium runs, or can be started on demand. */
  readonly isReady: boolean;
};

/**
 * Renders invoices and yields the results of each render batch. While Chromium renders, the
 * previous render batch is split and stored.
 */
async function* runRenderBatches(
  { printer, enter }: { readonly printer: Printer; readonly enter: BatchSizes },
  invoices: readonly PrintableInvoice[],
  isTooLong: JudgeTime = () => false,
): AsyncGenerator<readonly PlacedResult[], void, void> {
  using inHand = enter(invoices.length);
  const due = planRenderBatches(invoices);
  const unsplit: { readonly renderBatch: Print; readonly bytes: Buffer }[] = [];
  const settled: PlacedResult[] = [];
  let unavailable: BrowserStartError | undefined;
  let prepared: { readonly renderBatch: Print; readonly content: RenderBatchContent } | undefined;
  let isGivenUp = false;

  const settle = ({ results, again }: Settled): void => {
    for (const result of results) settled.push(result);
    for (const renderBatch of again) due.push(renderBatch);
  };
  const splitPrinted = (): void => {
    for (const { renderBatch, bytes } of unsplit.splice(0)) {
      try {
        settle(splitRenderBatch(renderBatch, bytes));
      } catch (error) {
        settle(settleFailure(renderBatch, error));
      }
    }
  };
  const giveUpRest = (): void => {
    const error = new RenderTimeoutError(
      'Not rendered, because an earlier render batch of the job took much longer than usual',
    );
    if (prepared !== undefined) due.unshift(prepared.renderBatch);
    prepared = undefined;
    for (const renderBatch of due.splice(0)) settle({ results: giveUpRender(renderBatch, error), again: [] });
  };
  const prepareNext = (): void => {
    if (isGivenUp) return giveUpRest();
    if (prepared !== undefined) return;
    for (let planned = due.shift(); planned !== undefined; planned = due.shift()) {
      const [renderBatch, later] = divideRenderBatch(planned, inHand.most);
      if (later !== null) due.unshift(later);
      try {
        prepared = { renderBatch, content: buildRenderBatchContent(renderBatch) };
        return;
      } catch (error) {
        settle(settleFailure(renderBatch, error));
      }
    }
  };

  for (;;) {
    prepareNext();
    if (prepared === undefined) splitPrinted();
    prepareNext();
    if (prepared === undefined) break;
    const { renderBatch, content } = prepared;
    prepared = undefined;
    const atWork = Promise.withResolvers<void>();
    const printed = printer
      .print(content, {
        meanwhile() {
          splitPrinted();
          prepareNext();
          atWork.resolve();
        },
        took: (milliseconds) => (isGivenUp ||= isTooLong({ weight: addWeights(renderBatch), milliseconds })),
      })
      .then((bytes) => void unsplit.push({ renderBatch, bytes }))
      .catch((error: unknown) => {
        if (error instanceof BrowserStartError) unavailable = error;
        else settle(settleFailure(renderBatch, error));
      });
    await Promise.race([atWork.promise, printed]);
    if (settled.length > 0) yield settled.splice(0);
    await printed;
    if (unavailable !== undefined) throw unavailable;
  }
  if (settled.length > 0) yield settled;
}

function writeResult(result: PageResult): RenderResult {
  if ('error' in result) return result;
  const { issuedInvoiceId, pages } = result;
  return { issuedInvoiceId, pages, content: writePdf(result) };
}

/**
 * Opens a renderer with one browser, which any number of renderings may share. Chromium starts in
 * the background.
 */
export function openPdfRenderer(options: PdfRendererOptions): PdfRenderer {
  const printer = openPrinter({
    chromiumPath: options.chromiumPath,
    renderTimeLimitMs: options.renderTimeLimitMs ?? 5000,
    batchesPerBrowser: options.batchesPerBrowser ?? 2000,
    browserMemoryLimitBytes: options.browserMemoryLimitBytes ?? 300 * 1024 * 1024,
    idleLimitMs: options.idleLimitMs ?? null,
    niceness: options.niceness ?? 0,
    onEvent: options.onEvent ?? (() => {}),
  });
  const shared = { printer, enter: createBatchSizes() };
  return {
    render: async (invoices) => {
      const results = Array.from<RenderResult>({ length: invoices.length });
      for await (const settled of runRenderBatches(shared, invoices)) {
        for (const { place, result } of settled) results[place] = writeResult(result);
      }
      return results;
    },
    renderBatches: async function* renderBatches(invoices, isTooLong) {
      for await (const settled of runRenderBatches(shared, invoices, isTooLong))
        yield settled.map(({ result }) => result);
    },
    started: () => printer.started(),
    get isReady() {
      return printer.isReady;
    },
    [Symbol.asyncDispose]: () => printer[Symbol.asyncDispose](),
  };
}
