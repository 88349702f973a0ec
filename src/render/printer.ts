import {
  BrowserGoneError,
  openRenderBrowser,
  type RenderBrowser,
  type RenderWatch,
} from './browser/render-browser.ts';
import { RenderTimeoutError } from './browser/work-guard.ts';
import { createRenderScheduler } from './render-scheduler.ts';
import type { RenderBatchContent } from './render-plan.ts';
import { buildBatchPage } from './template/batch-page.ts';

/** What happens to the browser. */
export type PrinterEvent =
  | {
      readonly type: 'browser_started';
      readonly chromiumPid: number;
      readonly sandboxed: boolean;
      readonly milliseconds: number;
    }
  | {
      readonly type: 'browser_ended';
      readonly reason: 'recycled' | 'crashed' | 'timed_out' | 'idle' | 'closed';
    }
  | {
      readonly type: 'browser_failed';
      readonly error: unknown;
      /** Starts that failed one after the other. */
      readonly failures: number;
    }
  | {
      readonly type: 'printed';
      readonly invoices: number;
      readonly bytes: number;
      readonly milliseconds: number;
    };

export type PrinterOptions = {
  readonly chromiumPath: string;
  readonly renderTimeLimitMs: number;
  readonly batchesPerBrowser: number;
  readonly browserMemoryLimitBytes: number;
  /**
   * null: the browser is there from the beginning. Else the first render batch starts it, and it ends after so long without one; it is for
   * render batches that take long, and measured after each.
   */
  readonly idleLimitMs: number | null;
  /** Of the browser: 0 for the worker's own priority, up to 19 for the lowest. */
  readonly niceness: number;
  readonly onEvent: (event: PrinterEvent) => void;
};

/** Prints one after the other, small ones first, and keeps a healthy browser under them. */
export type Printer = AsyncDisposable & {
  /**
   * The PDF of a render batch. A browser that dies meanwhile is replaced and the render batch tried once more. `meanwhile` is called when
   * the browser is at work, perhaps again at the second try; `took` with what each try took, also one that failed (see `RenderBrowser.print`).
   */
  print(content: RenderBatchContent, watch: RenderWatch): Promise<Buffer>;
  /** Resolves when the first try to start a browser has ended. @throws BrowserStartError when there is none. */
  started(): Promise<void>;
  /** Whether a browser is there, or could be started whenever one was needed. */
  readonly isReady: boolean;
};

/** No browser can be had now: the fault of no render batch. The printer keeps trying. */
export class BrowserStartError extends Error {
  override readonly name = 'BrowserStartError';
}

/** The renderer was closed. */
export class PrinterClosedError extends Error {
  override readonly name = 'PrinterClosedError';
}

const BATCHES_BETWEEN_MEASUREMENTS = 20;
/** Which part of the limit: collecting takes as long as some render batches, and Chromium collects most of it by itself. */
const COLLECTED_FROM = 5 / 6;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * Opens a printer, whose first browser starts meanwhile unless it is started on demand. A browser that does not start is tried again, ever less
 * often; on demand, by the next render batch.
 */
export function openPrinter(options: PrinterOptions): Printer {
  const { onEvent, idleLimitMs } = options;
  const isOnDemand = idleLimitMs !== null;
  const page = buildBatchPage();
  let closed = false;
  let renderBatches = 0;
  let browser: RenderBrowser | null = null;
  let wasStarted = false;
  let failures = 0;
  let failure: unknown;
  let retry: NodeJS.Timeout | undefined;
  let idle: NodeJS.Timeout | undefined;

  const openBrowser = async (): Promise<void> => {
    const started = performance.now();
    try {
      const opened = await openRenderBrowser({ ...options, page });
      // It may have been closed while the browser came up.
      if (closed) return await opened.close();
      browser = opened;
      renderBatches = 0;
      failures = 0;
      wasStarted = true;
      const { pid, sandboxed } = opened;
      onEvent({
        type: 'browser_started',
        chromiumPid: pid,
        sandboxed,
        milliseconds: performance.now() - started,
      });
    } catch (error) {
      failures += 1;
      failure = error;
      if (closed) return;
      if (!isOnDemand)
        retry = setTimeout(start, Math.min(FIRST_RETRY_MS * 2 ** (failures - 1), LAST_RETRY_MS));
      onEvent({ type: 'browser_failed', error, failures });
    }
  };
  let starting = isOnDemand ? Promise.resolve() : openBrowser();
  const start = (): void => void (starting = openBrowser());

  const refuseWhenClosed = (): void => {
    if (closed) throw new PrinterClosedError('The PDF renderer is closed');
  };

  const needBrowser = async (): Promise<RenderBrowser> => {
    if (isOnDemand && browser === null && !closed) start();
    await starting;
    refuseWhenClosed();
    if (browser === null) throw new BrowserStartError('Chromium does not start', { cause: failure });
    return browser;
  };

  const replaceBrowser = async (reason: 'recycled' | 'crashed' | 'timed_out'): Promise<void> => {
    const ended = browser;
    browser = null;
    await ended?.close();
    onEvent({ type: 'browser_ended', reason });
    refuseWhenClosed();
    start();
    await starting;
  };

  /** True for a browser that is over the limit with its garbage collected. Where the system tells no sizes it is only collected. */
  const staysTooLarge = async (current: RenderBrowser): Promise<boolean> => {
    const memory = await current.measureMemory();
    if (memory > 0 && memory <= options.browserMemoryLimitBytes * COLLECTED_FROM) return false;
    await current.collectGarbage();
    return (await current.measureMemory()) > options.browserMemoryLimitBytes;
  };

  /** Between two render batches: replace a browser that is dead, has had its time or has grown too large. */
  const careForBrowser = async (): Promise<void> => {
    refuseWhenClosed();
    const current = await needBrowser();
    if (!current.alive) return replaceBrowser('crashed');
    if (renderBatches >= options.batchesPerBrowser) return replaceBrowser('recycled');
    const isDue = renderBatches > 0 && (isOnDemand || renderBatches % BATCHES_BETWEEN_MEASUREMENTS === 0);
    if (isDue && (await staysTooLarge(current))) {
      return replaceBrowser('recycled');
    }
  };

  const printOnce = async (content: RenderBatchContent, watch: RenderWatch): Promise<Buffer> => {
    const current = await needBrowser();
    const started = performance.now();
    renderBatches += 1;
    const bytes = await current.print(content, watch);
    const milliseconds = performance.now() - started;
    onEvent({ type: 'printed', invoices: content.invoices, bytes: bytes.length, milliseconds });
    return bytes;
  };

  const printWithCare = async (content: RenderBatchContent, watch: RenderWatch): Promise<Buffer> => {
    try {
      await careForBrowser();
      return await printOnce(content, watch);
    } catch (error) {
      refuseWhenClosed();
      if (error instanceof BrowserStartError) throw error;
      await replaceBrowser(error instanceof RenderTimeoutError ? 'timed_out' : 'crashed');
      // What hung once would hang again; what died may have been killed from outside.
      if (!(error instanceof BrowserGoneError)) throw error;
      return printOnce(content, watch);
    }
  };

  const inLine = createRenderScheduler();

  const endIdleBrowser = async (): Promise<void> => {
    const ended = browser;
    if (ended === null || closed) return;
    browser = null;
    await ended.close();
    onEvent({ type: 'browser_ended', reason: 'idle' });
  };
  const watchIdleness = (): void => {
    clearTimeout(idle);
    if (idleLimitMs === null || closed) return;
    // In line: nothing prints while the browser ends.
    idle = setTimeout(() => void inLine(0, endIdleBrowser), idleLimitMs).unref();
  };

  return {
    print: async (content, watch) => {
      clearTimeout(idle);
      try {
        return await inLine(content.body.length, () => printWithCare(content, watch));
      } finally {
        watchIdleness();
      }
    },
    started: async () => void (await needBrowser()),
    get isReady() {
      return wasStarted && failures === 0;
    },
    [Symbol.asyncDispose]: async () => {
      if (closed) return;
      closed = true;
      clearTimeout(retry);
      clearTimeout(idle);
      await starting;
      if (isOnDemand && browser === null) return;
      await browser?.close();
      onEvent({ type: 'browser_ended', reason: 'closed' });
    },
  };
}
