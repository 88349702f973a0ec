import { type Browser, chromium, type Page } from 'playwright-core';
import type { PrintableInvoice } from '../../../../src/contracts/printable-invoice.ts';
import { buildPage } from './build-page.ts';
import type { PdfPeer } from './pdf-peer.ts';

export const REUSED_PAGE = 'a reused page';
export const CONTEXT_EACH = 'a context per PDF';
export const BROWSER_EACH = 'a browser per PDF';

/** One page stays open; its content is replaced for each invoice. */
export async function openReusedPage(executablePath: string): Promise<PdfPeer> {
  const browser = await launch(executablePath);
  const page = await browser.newPage();
  return {
    name: REUSED_PAGE,
    render: (invoice) => print(page, invoice),
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** One browser stays open; each invoice gets its own context and page. */
export async function openContextEach(executablePath: string): Promise<PdfPeer> {
  const browser = await launch(executablePath);
  return {
    name: CONTEXT_EACH,
    async render(invoice) {
      const context = await browser.newContext();
      try {
        return await print(await context.newPage(), invoice);
      } finally {
        await context.close();
      }
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Each invoice gets its own browser. */
export function openBrowserEach(executablePath: string): PdfPeer {
  return {
    name: BROWSER_EACH,
    async render(invoice) {
      const browser = await launch(executablePath);
      try {
        return await print(await browser.newPage(), invoice);
      } finally {
        await browser.close();
      }
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({ executablePath, args: ['--disable-gpu', '--font-render-hinting=none'] });
}

async function print(page: Page, invoice: PrintableInvoice): Promise<Buffer> {
  await page.setContent(await buildPage(invoice), { waitUntil: 'load' });
  return page.pdf({ preferCSSPageSize: true });
}
