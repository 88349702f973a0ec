import { setImmediate } from 'node:timers/promises';
import type { CDPSession, Page } from 'playwright-core';
import type { PrintContent } from '../print-plan.ts';
import { launchChromium } from './chromium-launch.ts';
import { readProportionalMemory } from './process-group.ts';

/** The browser died, its page crashed, or it was closed while it printed. */
export class BrowserGoneError extends Error {
  override readonly name = 'BrowserGoneError';
}

/** A print took longer than allowed; the browser was killed. */
export class PrintTimeoutError extends Error {
  override readonly name = 'PrintTimeoutError';
}

/** A browser with one permanent page into which prints are put one after the other. */
export type PrintBrowser = {
  readonly pid: number;
  readonly sandboxed: boolean;
  /** False once it died or was closed. */
  readonly alive: boolean;
  /**
   * The PDF of a print. `meanwhile` is called once Chromium is at work, for what can be done beside it; it must not throw.
   * After a {@link PrintTimeoutError} or {@link BrowserGoneError} the browser is dead.
   */
  print(content: PrintContent, meanwhile: () => void): Promise<Buffer>;
  /** Memory of all its processes in bytes; 0 where the system does not tell. */
  measureMemory(): Promise<number>;
  close(): Promise<void>;
};

export type PrintBrowserOptions = {
  readonly chromiumPath: string;
  /** The document that prints are put into. */
  readonly page: string;
  readonly printTimeLimitMs: number;
};

const CLOSE_TIME_LIMIT_MS = 3000;

/** Settles with the promise, or rejects with what `onTimeout` makes when the time is over. */
async function withTimeLimit<T>(promise: Promise<T>, limitMs: number, onTimeout: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(onTimeout()), limitMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

async function evaluate(session: CDPSession, expression: string): Promise<void> {
  const { exceptionDetails } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (exceptionDetails !== undefined) throw new Error(`The page refused: ${exceptionDetails.text}`);
}

/** Text as a CSS string; what is not a letter, a digit or a blank is written as its code. */
function buildCssString(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}

/** Puts a print into the page and prints it. Its pictures are data of the page: Chromium reads them while it lays out. */
async function printContent(
  session: CDPSession,
  { body, reference }: PrintContent,
  meanwhile: () => void,
): Promise<Buffer> {
  await evaluate(
    session,
    `document.documentElement.style.setProperty('--reference', ${JSON.stringify(buildCssString(reference))});
     document.body.innerHTML = ${JSON.stringify(body)}; 0`,
  );
  const printing = session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false,
  });
  // Two turns of the event loop: playwright writes the command to the browser in the next one.
  await setImmediate();
  await setImmediate();
  meanwhile();
  const { data } = await printing;
  return Buffer.from(data, 'base64');
}

/** Opens a browser whose page reaches no network and runs no script, with its fonts loaded. */
export async function openPrintBrowser(options: PrintBrowserOptions): Promise<PrintBrowser> {
  const chromium = await launchChromium(options.chromiumPath);
  const { browser } = chromium;
  let alive = true;
  const { promise: gone, reject: rejectGone } = Promise.withResolvers<never>();
  // Nobody may be listening when it dies between two prints.
  gone.catch(() => {});
  const announceGone = (error: BrowserGoneError): void => {
    alive = false;
    rejectGone(error);
  };
  browser.on('disconnected', () => announceGone(new BrowserGoneError('The browser ended')));

  const openPage = async (): Promise<{ page: Page; session: CDPSession }> => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      offline: true,
      serviceWorkers: 'block',
    });
    await context.route('**/*', (route) => route.abort());
    const page = await context.newPage();
    page.on('crash', () => announceGone(new BrowserGoneError('The page crashed')));
    await page.setContent(options.page);
    const session = await context.newCDPSession(page);
    await evaluate(session, 'Promise.all([...document.fonts].map((font) => font.load())).then(() => 0)');
    return { page, session };
  };

  const close = async (): Promise<void> => {
    alive = false;
    try {
      await withTimeLimit(
        browser.close(),
        CLOSE_TIME_LIMIT_MS,
        () => new Error('The browser does not close'),
      );
    } catch {
      await chromium.kill();
    }
  };

  let session: CDPSession;
  try {
    ({ session } = await withTimeLimit(
      Promise.race([openPage(), gone]),
      options.printTimeLimitMs,
      () => new PrintTimeoutError('The browser did not open its page in time'),
    ));
  } catch (error) {
    await chromium.kill();
    throw error;
  }

  return {
    pid: chromium.pid,
    sandboxed: chromium.sandboxed,
    get alive() {
      return alive;
    },
    print: async (content, meanwhile) => {
      const printing = printContent(session, content, meanwhile);
      // It loses the race when the browser dies, and then rejects unheard.
      printing.catch(() => {});
      try {
        return await withTimeLimit(
          Promise.race([printing, gone]),
          options.printTimeLimitMs,
          () => new PrintTimeoutError(`A print took longer than ${options.printTimeLimitMs} ms`),
        );
      } catch (error) {
        alive = false;
        await chromium.kill();
        if (error instanceof PrintTimeoutError || error instanceof BrowserGoneError) throw error;
        throw new BrowserGoneError('The browser failed to print', { cause: error });
      }
    },
    measureMemory: async () =>
      (await chromium.listProcessIds()).reduce((sum, pid) => sum + readProportionalMemory(pid), 0),
    close,
  };
}
