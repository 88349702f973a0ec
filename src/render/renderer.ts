import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import { writePdf } from './postprocess/write-pdf.ts';
import { PrintTimeoutError } from './browser/work-guard.ts';
import {
  addWeights,
  buildPrintContent,
  dividePrint,
  planPrints,
  type Print,
  type PrintContent,
} from './render-plan.ts';
import { createPrintSizes, type PrintSizes } from './batch-sizes.ts';
import { BrowserStartError, openPrinter, type Printer, type PrinterEvent } from './printer.ts';
import {
  giveUpPrint,
  settleFailure,
  splitPrint,
  type PlacedResult,
  type PrintResult,
  type Settled,
} from './settle-page.ts';

export type { PrintResult } from './settle-page.ts';

/** The bytes of an issued invoice's PDF, or why it could not be made. */
export type RenderResult =
  | { readonly issuedInvoiceId: number; readonly content: Buffer; readonly pages: number }
  | { readonly issuedInvoiceId: number; readonly error: Error };

export type PdfRendererOptions = {
  /** A Chromium headless shell or, at half its speed, a Chromium. */
  readonly chromiumPath: string;
  /** Told what happens to the browser, for logs and metrics. */
  readonly onEvent?: (event: PrinterEvent) => void;
  /** Most time that one print (25 invoices, or one alone) may take. Default 5 seconds. */
  readonly printTimeLimitMs?: number;
  /** Prints after which the browser is replaced. Default 2000. */
  readonly printsPerBrowser?: number;
  /** Memory of the browser's processes above which it is replaced; near it garbage is collected first. Default 300 MB. */
  readonly browserMemoryLimitBytes?: number;
  /** For prints that take long: a browser that the first print starts and that ends after so long without one. */
  readonly idleLimitMs?: number;
  /** Of the browser: 0 for the worker's own priority, up to 19 for the lowest. Default 0. */
  readonly niceness?: number;
};

/** What a print took of its browser's time. */
export type PrintTime = { readonly weight: number; readonly milliseconds: number };

/** Told of every print. @returns true when it took so long that the rest is given up. */
export type JudgeTime = (time: PrintTime) => boolean;

export type PdfRenderer = AsyncDisposable & {
  /**
   * One result per invoice, in their order. An invoice that cannot be printed fails alone.
   * @throws BrowserStartError when Chromium does not start: then none is at fault.
   */
  render(invoices: readonly PrintableInvoice[]): Promise<RenderResult[]>;
  /**
   * The same results print by print, as soon as they are there, in no promised order. The next print runs while the caller
   * stores what it got. What is given up fails with a PrintTimeoutError.
   */
  renderPrints(invoices: readonly PrintableInvoice[], isTooLong?: JudgeTime): AsyncIterable<PrintResult[]>;
  /** Resolves when the first try to start Chromium has ended. @throws BrowserStartError when it does not start. */
  started(): Promise<void>;
  /** Whether Chromium is there, or could be started whenever it was needed. */
  readonly isReady: boolean;
};

/** Prints invoices and yields what each print settled. While Chromium prints, the print before is split and stored. */
async function* runPrints(
  { printer, enter }: { readonly printer: Printer; readonly enter: PrintSizes },
  invoices: readonly PrintableInvoice[],
  isTooLong: JudgeTime = () => false,
): AsyncGenerator<readonly PlacedResult[], void, void> {
  using inHand = enter(invoices.length);
  const due = planPrints(invoices);
  const unsplit: { readonly print: Print; readonly bytes: Buffer }[] = [];
  const settled: PlacedResult[] = [];
  let unavailable: BrowserStartError | undefined;
  let prepared: { readonly print: Print; readonly content: PrintContent } | undefined;
  let isGivenUp = false;

  const settle = ({ results, again }: Settled): void => {
    for (const result of results) settled.push(result);
    for (const print of again) due.push(print);
  };
  const splitPrinted = (): void => {
    for (const { print, bytes } of unsplit.splice(0)) {
      try {
        settle(splitPrint(print, bytes));
      } catch (error) {
        settle(settleFailure(print, error));
      }
    }
  };
  const giveUpRest = (): void => {
    const error = new PrintTimeoutError('Given up: what was printed before it took much longer than usual');
    if (prepared !== undefined) due.unshift(prepared.print);
    prepared = undefined;
    for (const print of due.splice(0)) settle({ results: giveUpPrint(print, error), again: [] });
  };
  const prepareNext = (): void => {
    if (isGivenUp) return giveUpRest();
    if (prepared !== undefined) return;
    for (let planned = due.shift(); planned !== undefined; planned = due.shift()) {
      const [print, later] = dividePrint(planned, inHand.most);
      if (later !== null) due.unshift(later);
      try {
        prepared = { print, content: buildPrintContent(print) };
        return;
      } catch (error) {
        settle(settleFailure(print, error));
      }
    }
  };

  for (;;) {
    prepareNext();
    if (prepared === undefined) splitPrinted();
    prepareNext();
    if (prepared === undefined) break;
    const { print, content } = prepared;
    prepared = undefined;
    const atWork = Promise.withResolvers<void>();
    const printed = printer
      .print(content, {
        meanwhile() {
          splitPrinted();
          prepareNext();
          atWork.resolve();
        },
        took: (milliseconds) => (isGivenUp ||= isTooLong({ weight: addWeights(print), milliseconds })),
      })
      .then((bytes) => void unsplit.push({ print, bytes }))
      .catch((error: unknown) => {
        if (error instanceof BrowserStartError) unavailable = error;
        else settle(settleFailure(print, error));
      });
    await Promise.race([atWork.promise, printed]);
    if (settled.length > 0) yield settled.splice(0);
    await printed;
    if (unavailable !== undefined) throw unavailable;
  }
  if (settled.length > 0) yield settled;
}

function writeResult(result: PrintResult): RenderResult {
  if ('error' in result) return result;
  const { issuedInvoiceId, pages } = result;
  return { issuedInvoiceId, pages, content: writePdf(result) };
}

/** Opens a renderer on one browser, which any number of renderings may share. Chromium starts meanwhile. */
export function openPdfRenderer(options: PdfRendererOptions): PdfRenderer {
  const printer = openPrinter({
    chromiumPath: options.chromiumPath,
    printTimeLimitMs: options.printTimeLimitMs ?? 5000,
    printsPerBrowser: options.printsPerBrowser ?? 2000,
    browserMemoryLimitBytes: options.browserMemoryLimitBytes ?? 300 * 1024 * 1024,
    idleLimitMs: options.idleLimitMs ?? null,
    niceness: options.niceness ?? 0,
    onEvent: options.onEvent ?? (() => {}),
  });
  const shared = { printer, enter: createPrintSizes() };
  return {
    render: async (invoices) => {
      const results = Array.from<RenderResult>({ length: invoices.length });
      for await (const settled of runPrints(shared, invoices)) {
        for (const { place, result } of settled) results[place] = writeResult(result);
      }
      return results;
    },
    renderPrints: async function* renderPrints(invoices, isTooLong) {
      for await (const settled of runPrints(shared, invoices, isTooLong))
        yield settled.map(({ result }) => result);
    },
    started: () => printer.started(),
    get isReady() {
      return printer.isReady;
    },
    [Symbol.asyncDispose]: () => printer[Symbol.asyncDispose](),
  };
}
