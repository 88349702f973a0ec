import { setImmediate } from 'node:timers/promises';
import type { CDPSession } from 'playwright-core';
import { BREAK_PAGES, MEASURE_INVOICE } from '../paging/page-scripts.ts';
import { planPages, type MeasuredInvoice } from '../paging/plan-pages.ts';
import type { Paging, RenderBatchContent } from '../render-plan.ts';
import { buildFontAddress, type FontFile } from '../template/fonts.ts';
import { PAGE_HEIGHTS } from '../template/stylesheet.ts';
import { launchChromium, type RunningChromium } from './chromium-launch.ts';
import {
  lowerPriority,
  readProcessGroup,
  readProcessorTime,
  readProportionalMemory,
} from './process-group.ts';
import { RenderTimeoutError, WorkGuard } from './work-guard.ts';

/** The browser died, its page crashed, or it was closed while it rendered. */
export class BrowserGoneError extends Error {
  override readonly name = 'BrowserGoneError';
}

/**
 * A browser with one permanent page. The content of each render batch is inserted into this page.
 */
export type RenderBrowser = {
  readonly pid: number;
  readonly sandboxed: boolean;
  /** false after the browser died or was closed. */
  readonly alive: boolean;
  /**
   * Renders a batch to PDF. `meanwhile` is called once Chromium is working, for other work at the
   * same time. `took` is called at the end with the duration in ms. The duration is processor time
   * where the system reports it, because a text is not the cause when the machine stalls. For a
   * failed render batch it is the elapsed time, in which the browser was occupied. Neither callback
   * may throw. The only errors are {@link RenderTimeoutError} and {@link BrowserGoneError}; after
   * either, the browser is dead.
   */
  print(content: RenderBatchContent, watch: RenderWatch): Promise<Buffer>;
  /** Returns the memory of all processes in bytes; 0 where the system does not report it. */
  measureMemory(): Promise<number>;
  /** Releases the garbage of earlier render batches. This takes a third of a second. */
  collectGarbage(): Promise<void>;
  close(): Promise<void>;
};

export type RenderWatch = {
  readonly meanwhile: () => void;
  readonly took: (milliseconds: number) => void;
};

export type RenderBrowserOptions = {
  readonly chromiumPath: string;
  /** The HTML document into which render batches are inserted. */
  readonly page: string;
  readonly renderTimeLimitMs: number;
  /** From 0 (the worker's own priority) to 19 (the lowest). */
  readonly niceness: number;
};

const OPEN_TIME_LIMIT_MS = 30_000;
const CLOSE_TIME_LIMIT_MS = 3000;

/**
 * Runs in the page. The content is passed as an argument; as part of the script it would be kept
 * for the lifetime of the page.
 */
const SHOW_CONTENT = `function (body, texts) {
  this.documentElement.className = '';
  for (const [name, text] of Object.entries(texts)) this.documentElement.style.setProperty('--' + name, text);
  this.body.innerHTML = body;
}`;

/** Runs in the page, which keeps the fonts for its lifetime. */
const ADD_FONTS = `async function (fonts) {
  const faces = fonts.map(({ family, address, weight, unicodeRange }) => new FontFace(family, address, { weight, unicodeRange }));
  await Promise.all(faces.map((face) => face.load()));
  for (const face of faces) this.fonts.add(face);
}`;

type Page = {
  readonly session: CDPSession;
  readonly documentId: string;
  /** Font files that were added since the page was opened. */
  readonly fonts: Set<string>;
};

/**
 * Opens the permanent page. It has no network access, no scripts of its own, and its fonts are
 * loaded.
 */
async function openPage({ browser }: RunningChromium, html: string, onCrash: () => void): Promise<Page> {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    offline: true,
    serviceWorkers: 'block',
  });
  await context.route('**/*', (route) => route.abort());
  const page = await context.newPage();
  page.on('crash', onCrash);
  await page.setContent(html);
  const session = await context.newCDPSession(page);
  const expression = 'Promise.all([...document.fonts].map((font) => font.load())).then(() => document)';
  const { result } = await session.send('Runtime.evaluate', { expression, awaitPromise: true });
  if (result.objectId === undefined) throw new Error('The page could not load its fonts');
  return { session, documentId: result.objectId, fonts: new Set() };
}

/**
 * Writes a text as a CSS string. Characters other than letters, digits and spaces are written as
 * their code points.
 */
function buildCssString(text: string): string {
  return `"${text.replaceAll(/[^\p{L}\p{N} ]/gu, (character) => `\\${character.codePointAt(0)?.toString(16)} `)}"`;
}

/** Returns the texts in the page margins of a long invoice, as values of CSS properties. */
function buildMarginTexts({ continuation, pageLabels: [before, between] }: Paging): Record<string, string> {
  return {
    continuation: buildCssString(continuation),
    page: `${buildCssString(before)} counter(page) ${buildCssString(between)} counter(pages)`,
  };
}

/**
 * Runs one of the engine's functions on the document.
 * @returns its result.
 */
async function callPage(
  { session, documentId }: Page,
  functionDeclaration: string,
  ...values: readonly unknown[]
): Promise<unknown> {
  const { result, exceptionDetails } = await session.send('Runtime.callFunctionOn', {
    functionDeclaration,
    objectId: documentId,
    arguments: values.map((value) => ({ value })),
    returnByValue: true,
    awaitPromise: true,
  });
  if (exceptionDetails !== undefined)
    throw new Error(`A script of the page failed: ${exceptionDetails.text}`);
  return result.value;
}

/** Applies the page breaks of a long invoice and the running sums at each of them. */
async function layOutPages(page: Page, { sums, sumLabels }: Paging): Promise<void> {
  const measured = (await callPage(page, MEASURE_INVOICE)) as MeasuredInvoice;
  const { breaks, keepsTail } = planPages(measured, PAGE_HEIGHTS);
  const summed = breaks.map(({ row, line }) => ({ row, line, sum: sums[line === null ? row : row + 1] }));
  await callPage(page, BREAK_PAGES, summed, sumLabels, keepsTail);
}

/** Adds the missing fonts to the page. All fonts together have 16 MB, so none is ever removed. */
async function addFonts(page: Page, fonts: readonly FontFile[]): Promise<void> {
  const lacking = fonts.filter(({ file }) => !page.fonts.has(file));
  if (lacking.length === 0) return;
  const given = lacking.map((font) => ({ ...font, address: buildFontAddress(font) }));
  await callPage(page, ADD_FONTS, given);
  for (const { file } of lacking) page.fonts.add(file);
}

/**
 * Inserts a render batch into the page and prints it. Its images are data URLs, which Chromium
 * decodes during layout.
 */
async function renderBatchContent(
  page: Page,
  { body, fonts, paging }: RenderBatchContent,
  meanwhile: () => void,
): Promise<Buffer> {
  const { session } = page;
  await addFonts(page, fonts);
  await callPage(page, SHOW_CONTENT, body, paging === null ? {} : buildMarginTexts(paging));
  if (paging !== null) await layOutPages(page, paging);
  const printing = session.send('Page.printToPDF', {
    preferCSSPageSize: true,
    printBackground: true,
    generateTaggedPDF: false,
  });
  // The promise is awaited below. Until then, a rejection must not count as unhandled.
  printing.catch(() => {});
  // Waits two turns of the event loop, because playwright writes the command to the browser in the
  // next one.
  await setImmediate();
  await setImmediate();
  meanwhile();
  const { data } = await printing;
  return Buffer.from(data, 'base64');
}

/**
 * Opens a browser for rendering.
 * @throws when it does not start, or does not open its page in time.
 */
export async function openRenderBrowser(options: RenderBrowserOptions): Promise<RenderBrowser> {
  const chromium = await launchChromium(options.chromiumPath);
  const guard = new WorkGuard();
  const breakOff = (reason: string): void => guard.break(new BrowserGoneError(reason));
  chromium.browser.on('disconnected', () => breakOff('The browser ended'));

  /** Runs work in the browser. After any failure the browser is no longer used. */
  const runGuarded = async <T>(start: () => Promise<T>, limitMs = options.renderTimeLimitMs): Promise<T> => {
    try {
      return await guard.run(start, limitMs);
    } catch (cause) {
      breakOff('The browser was killed after a failure');
      await chromium.kill();
      if (cause instanceof RenderTimeoutError || cause instanceof BrowserGoneError) throw cause;
      throw new BrowserGoneError('The browser failed', { cause });
    }
  };

  const page = await runGuarded(
    async () => openPage(chromium, options.page, () => breakOff('The page crashed')),
    OPEN_TIME_LIMIT_MS,
  );
  const processIds = await runGuarded(() => chromium.listProcessIds(), OPEN_TIME_LIMIT_MS);
  if (options.niceness > 0) lowerPriority(readProcessGroup(chromium.pid), options.niceness);
  return {
    pid: chromium.pid,
    sandboxed: chromium.sandboxed,
    get alive() {
      return !guard.isBroken;
    },
    print: async (content, { meanwhile, took }) => {
      const [begun, workedBefore] = [performance.now(), readProcessorTime(processIds)];
      let worked: number | null = null;
      try {
        const bytes = await runGuarded(() => renderBatchContent(page, content, meanwhile));
        worked = readProcessorTime(processIds);
        return bytes;
      } finally {
        const elapsed = performance.now() - begun;
        took(worked === null || workedBefore === null ? elapsed : Math.min(elapsed, worked - workedBefore));
      }
    },
    measureMemory: async () =>
      runGuarded(async () => {
        const pids = await chromium.listProcessIds();
        return pids.reduce((sum, pid) => sum + readProportionalMemory(pid), 0);
      }),
    collectGarbage: async () =>
      runGuarded(async () => {
        await page.session.send('HeapProfiler.collectGarbage');
      }),
    close: async () => {
      breakOff('The browser was closed');
      try {
        await new WorkGuard().run(async () => chromium.browser.close(), CLOSE_TIME_LIMIT_MS);
      } catch {
        await chromium.kill();
      }
    },
  };
}
