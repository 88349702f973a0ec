import { BrowserGoneError, openPrintBrowser, type PrintBrowser } from './browser/print-browser.ts';
import { PrintTimeoutError } from './browser/work-guard.ts';
import type { PrintContent } from './print-plan.ts';
import { buildPrintPage } from './template/print-page.ts';

/** What happens to the browser. */
export type PrinterEvent =
  | {
      readonly type: 'browser_started';
      readonly pid: number;
      readonly sandboxed: boolean;
      readonly milliseconds: number;
    }
  | { readonly type: 'browser_ended'; readonly reason: 'recycled' | 'crashed' | 'timed_out' | 'closed' }
  | {
      readonly type: 'printed';
      readonly invoices: number;
      readonly bytes: number;
      readonly milliseconds: number;
    };

export type PrinterOptions = {
  readonly chromiumPath: string;
  readonly printTimeLimitMs: number;
  readonly printsPerBrowser: number;
  readonly browserMemoryLimitBytes: number;
  readonly onEvent: (event: PrinterEvent) => void;
};

/** Prints one after the other and keeps a healthy browser under them. */
export type Printer = AsyncDisposable & {
  /**
   * The PDF of a print. A browser that dies meanwhile is replaced and the print tried once more. `meanwhile` is called when
   * the browser is at work, perhaps again at the second try.
   */
  print(content: PrintContent, meanwhile: () => void): Promise<Buffer>;
};

/** The renderer was closed. */
export class PrinterClosedError extends Error {
  override readonly name = 'PrinterClosedError';
}

const PRINTS_BETWEEN_MEASUREMENTS = 20;

/** Opens a printer with its first browser. Throws when Chromium does not start. */
export async function openPrinter(options: PrinterOptions): Promise<Printer> {
  const { onEvent } = options;
  const page = buildPrintPage();
  let closed = false;
  let prints = 0;

  const openBrowser = async (): Promise<PrintBrowser> => {
    const started = performance.now();
    const opened = await openPrintBrowser({ ...options, page });
    prints = 0;
    onEvent({
      type: 'browser_started',
      pid: opened.pid,
      sandboxed: opened.sandboxed,
      milliseconds: performance.now() - started,
    });
    return opened;
  };

  let browser = await openBrowser();

  const refuseWhenClosed = (): void => {
    if (closed) throw new PrinterClosedError('The PDF renderer is closed');
  };

  const replaceBrowser = async (reason: 'recycled' | 'crashed' | 'timed_out'): Promise<void> => {
    await browser.close();
    onEvent({ type: 'browser_ended', reason });
    refuseWhenClosed();
    browser = await openBrowser();
    // It may have been closed while the new one came up.
    if (closed) await browser.close();
    refuseWhenClosed();
  };

  /** True for a browser that is over the limit with its garbage collected. */
  const staysTooLarge = async (): Promise<boolean> => {
    if ((await browser.measureMemory()) <= options.browserMemoryLimitBytes) return false;
    await browser.collectGarbage();
    return (await browser.measureMemory()) > options.browserMemoryLimitBytes;
  };

  /** Between two prints: replace a browser that is dead, has had its time or has grown too large. */
  const careForBrowser = async (): Promise<void> => {
    refuseWhenClosed();
    if (!browser.alive) return replaceBrowser('crashed');
    if (prints >= options.printsPerBrowser) return replaceBrowser('recycled');
    if (prints > 0 && prints % PRINTS_BETWEEN_MEASUREMENTS === 0 && (await staysTooLarge())) {
      return replaceBrowser('recycled');
    }
  };

  const printOnce = async (content: PrintContent, meanwhile: () => void): Promise<Buffer> => {
    const started = performance.now();
    prints += 1;
    const bytes = await browser.print(content, meanwhile);
    const milliseconds = performance.now() - started;
    onEvent({ type: 'printed', invoices: content.invoices, bytes: bytes.length, milliseconds });
    return bytes;
  };

  const printWithCare = async (content: PrintContent, meanwhile: () => void): Promise<Buffer> => {
    try {
      await careForBrowser();
      return await printOnce(content, meanwhile);
    } catch (error) {
      refuseWhenClosed();
      await replaceBrowser(error instanceof PrintTimeoutError ? 'timed_out' : 'crashed');
      // What hung once would hang again; what died may have been killed from outside.
      if (!(error instanceof BrowserGoneError)) throw error;
      return printOnce(content, meanwhile);
    }
  };

  let last: Promise<unknown> = Promise.resolve();
  return {
    print: async (content, meanwhile) => {
      const printing = last.then(() => printWithCare(content, meanwhile));
      last = printing.catch(() => {});
      return printing;
    },
    [Symbol.asyncDispose]: async () => {
      if (closed) return;
      closed = true;
      await browser.close();
      onEvent({ type: 'browser_ended', reason: 'closed' });
    },
  };
}
