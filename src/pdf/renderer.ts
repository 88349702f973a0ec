import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import { openPrinter, type PrinterEvent } from './printer.ts';
import {
  buildPrintContent,
  planCountedPrint,
  planPrints,
  type Print,
  type PrintContent,
} from './print-plan.ts';
import { buildInvoicePdf } from './splitting/build-invoice-pdf.ts';
import { readPdf } from './splitting/pdf-file.ts';
import { readPrintedSections } from './splitting/printed-sections.ts';

/** The PDF of an issued invoice, or why it could not be made. */
export type RenderResult =
  | { readonly issuedInvoiceId: number; readonly content: Buffer; readonly pages: number }
  | { readonly issuedInvoiceId: number; readonly error: Error };

export type PdfRendererOptions = {
  /** A Chromium or, much faster, a Chromium headless shell. */
  readonly chromiumPath: string;
  /** Told what happens to the browser, for logs and metrics. */
  readonly onEvent?: (event: PrinterEvent) => void;
  /** Most time that one print (about 25 invoices, or one long one) may take. Default 30 seconds. */
  readonly printTimeLimitMs?: number;
  /** Prints after which the browser is replaced. Default 1000. */
  readonly printsPerBrowser?: number;
  /** Memory of the browser's processes at which it is replaced. Default 450 MB. */
  readonly browserMemoryLimitBytes?: number;
};

export type PdfRenderer = AsyncDisposable & {
  /** One result per invoice, in their order. An invoice that cannot be printed fails alone. */
  render(invoices: readonly PrintableInvoice[]): Promise<RenderResult[]>;
};

/** What came of a print: results by place in the input, and what must be printed again. */
type Settled = {
  readonly results: readonly (readonly [number, RenderResult])[];
  readonly again: readonly Print[];
};

function failPrint({ placed }: Print, error: Error): Settled {
  return {
    results: placed.map(({ place, invoice }) => [place, { issuedInvoiceId: invoice.issuedInvoiceId, error }]),
    again: [],
  };
}

/** Cuts a print into one PDF per invoice. One that needs more pages than planned is printed again, counted. */
function splitPrint({ placed, paging }: Print, bytes: Buffer): Settled {
  const file = readPdf(bytes);
  const sections = readPrintedSections(file);
  if (
    sections.length !== placed.length ||
    sections.some(({ issuedInvoiceId }, index) => issuedInvoiceId !== placed[index]?.invoice.issuedInvoiceId)
  ) {
    throw new Error(`A print of ${placed.length} invoices shows ${sections.length}, or others`);
  }
  const results: [number, RenderResult][] = [];
  const again: Print[] = [];
  placed.forEach((one, index) => {
    const section = sections[index];
    if (section === undefined) return;
    if (paging === 'single' && section.pages.length > 1) {
      again.push(planCountedPrint(one));
      return;
    }
    const { issuedInvoiceId, document, qrUrl } = one.invoice;
    const content = buildInvoicePdf(file, section, {
      title: document.number,
      author: document.issuer.name,
      qrUrl,
    });
    results.push([one.place, { issuedInvoiceId, content, pages: section.pages.length }]);
  });
  return { results, again };
}

function toError(cause: unknown): Error {
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** A print that failed: its invoices one by one, so that only the one at fault fails again. */
function settleFailure(print: Print, error: Error): Settled {
  if (print.placed.length === 1) return failPrint(print, error);
  return { results: [], again: print.placed.map((placed) => ({ placed: [placed], paging: print.paging })) };
}

/**
 * Opens a renderer: one warm browser, used by one `render` after the other. While Chromium prints, the print before is split
 * and the next one's markup is built. Throws when Chromium does not start.
 */
export async function openPdfRenderer(options: PdfRendererOptions): Promise<PdfRenderer> {
  const printer = await openPrinter({
    chromiumPath: options.chromiumPath,
    printTimeLimitMs: options.printTimeLimitMs ?? 30_000,
    printsPerBrowser: options.printsPerBrowser ?? 1000,
    browserMemoryLimitBytes: options.browserMemoryLimitBytes ?? 450 * 1024 * 1024,
    onEvent: options.onEvent ?? (() => {}),
  });

  const renderAll = async (invoices: readonly PrintableInvoice[]): Promise<RenderResult[]> => {
    const results = Array.from<RenderResult>({ length: invoices.length });
    const due = planPrints(invoices);
    const unsplit: { readonly print: Print; readonly bytes: Buffer }[] = [];
    let prepared: { readonly print: Print; readonly content: PrintContent } | undefined;

    const settle = ({ results: settled, again }: Settled): void => {
      for (const [place, result] of settled) results[place] = result;
      due.push(...again);
    };
    const splitPrinted = (): void => {
      for (const { print, bytes } of unsplit.splice(0)) {
        try {
          settle(splitPrint(print, bytes));
        } catch (error) {
          settle(settleFailure(print, toError(error)));
        }
      }
    };
    const prepareNext = (): void => {
      if (prepared !== undefined) return;
      for (let print = due.shift(); print !== undefined; print = due.shift()) {
        try {
          prepared = { print, content: buildPrintContent(print) };
          return;
        } catch (error) {
          settle(settleFailure(print, toError(error)));
        }
      }
    };

    for (;;) {
      prepareNext();
      if (prepared === undefined) {
        splitPrinted();
        prepareNext();
      }
      if (prepared === undefined) return results;
      const { print, content } = prepared;
      prepared = undefined;
      try {
        const bytes = await printer.print(content, () => {
          splitPrinted();
          prepareNext();
        });
        unsplit.push({ print, bytes });
      } catch (error) {
        settle(settleFailure(print, toError(error)));
      }
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    render: async (invoices) => {
      const rendering = last.then(() => renderAll(invoices));
      last = rendering.catch(() => {});
      return rendering;
    },
    [Symbol.asyncDispose]: () => printer[Symbol.asyncDispose](),
  };
}
