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

/** An event in the life of the browser. */
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
      /** Number of consecutive failed starts. */
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
   * null: the browser runs from the beginning. Otherwise the first render batch starts the browser,
   * and it ends after this idle time in ms. Such a browser serves long render batches, and its
   * memory is measured after each.
   */
  readonly idleLimitMs: number | null;
  /** Niceness of the browser, from 0 (the worker's own priority) to 19 (the lowest). */
  readonly niceness: number;
  readonly onEvent: (event: PrinterEvent) => void;
};

/** Renders one render batch at a time, small ones first, and replaces unhealthy browsers. */
export type Printer = AsyncDisposable & {
  /**
   * Renders a batch to PDF. If the browser dies, it is replaced and the render batch is retried
   * once. `meanwhile` is called when the browser is working, and again on a retry. `took` is called
   * with the duration of each attempt, including failed ones (see `RenderBrowser.print`).
   */
  print(content: RenderBatchContent, watch: RenderWatch): Promise<Buffer>;
  /**
   * Resolves when the first attempt to start a browser has ended.
   * @throws BrowserStartError when no browser starts.
   */
  started(): Promise<void>;
  /** Whether a browser runs, or can be started on demand. */
  readonly isReady: boolean;
};

/** No browser can be started now. No render batch is the cause, and the printer keeps trying. */
export class BrowserStartError extends Error {
  override readonly name = 'BrowserStartError';
}

/** The renderer has been closed. */
export class PrinterClosedError extends Error {
  override readonly name = 'PrinterClosedError';
}

const BATCHES_BETWEEN_MEASUREMENTS = 20;
/**
 * Fraction of the memory limit from which garbage is collected. A collection takes as long as
 * several render batches, and Chromium collects most garbage by itself.
 */
const COLLECTED_FROM = 5 / 6;
const FIRST_RETRY_MS = 1000;
const LAST_RETRY_MS = 30_000;

/**
 * Opens a printer. Its first browser starts in the background unless it starts on demand. After a
 * failed start, the printer retries at increasing intervals, or with the next render batch if it
 * starts on demand.
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
      // The printer may have been closed while the browser started.
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

  /**
   * Returns true if the browser exceeds the memory limit even after a garbage collection. Where the
   * system does not report memory sizes, garbage is only collected.
   */
  const staysTooLarge = async (current: RenderBrowser): Promise<boolean> => {
    const memory = await current.measureMemory();
    if (memory > 0 && memory <= options.browserMemoryLimitBytes * COLLECTED_FROM) return false;
    await current.collectGarbage();
    return (await current.measureMemory()) > options.browserMemoryLimitBytes;
  };

  /**
   * Runs between two render batches: replaces a browser that is dead, has reached its maximum
   * number of batches, or uses too much memory.
   */
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
      // A render batch that timed out would time out again. A browser that died may have been
      // killed by another process, so its render batch is retried.
      if (!(error instanceof BrowserGoneError)) throw error;
      return printOnce(content, watch);
    }
  };

  const schedule = createRenderScheduler();

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
    // Uses the scheduler, which prevents rendering while the browser ends.
    idle = setTimeout(() => void schedule(0, endIdleBrowser), idleLimitMs).unref();
  };

  return {
    print: async (content, watch) => {
      clearTimeout(idle);
      try {
        return await schedule(content.body.length, () => printWithCare(content, watch));
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
