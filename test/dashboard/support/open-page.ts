import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { LOGIN, type Board } from '../board-fixture.ts';

/** Opens a browser, in its sandbox unless the tests run as root. */
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH']!,
    chromiumSandbox: process.getuid?.() !== 0,
  });

/**
 * Opens a page that signs in with the shared login.
 * @returns it with the errors of its console and its requests to other hosts.
 */
export async function openPage(
  browser: Browser,
  board: Board,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    httpCredentials: { ...LOGIN, origin: board.url },
    ...options,
  });
  context.setDefaultTimeout(8000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(board.url) && !request.url().startsWith('data:'))
      problems.push(request.url());
  });
  return { page, problems };
}
