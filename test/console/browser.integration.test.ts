import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB, LOGIN, openBoard, type Board } from './board-fixture.ts';
import { keepPicture } from './keep-picture.ts';

let browser: Browser;
beforeAll(async () => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('CHROMIUM_PATH must name a Chromium');
  const isRoot = process.getuid?.() === 0;
  browser = await chromium.launch({ executablePath, chromiumSandbox: !isRoot });
});
afterAll(() => browser.close());

/** Opens a page with the login. `problems` collects everything that goes wrong on it. */
async function openPage({ url }: Board): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    httpCredentials: { ...LOGIN, origin: url },
    viewport: { width: 1280, height: 800 },
    timezoneId: 'Europe/Madrid',
  });
  context.setDefaultTimeout(5000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText;
    // A navigation aborts the requests of the previous page.
    if (reason !== 'net::ERR_ABORTED') problems.push(`${request.url()} ${reason}`);
  });
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) problems.push(request.url());
  });
  return { page, problems };
}

describe('the dashboard in a browser', () => {
  it('requires a login, without which it shows nothing', async () => {
    await using board = await openBoard({ readOnly: true });
    const page = await browser.newPage();
    const answer = await page.goto(board.url).catch((error: Error) => error.message);
    // If no login is entered, Chromium either shows the text of the response or cancels the navigation.
    const text = typeof answer === 'string' ? answer : await page.innerText('body');
    expect(text).toMatch(/Login required|ERR_INVALID_AUTH_CREDENTIALS/);
    await page.close();
  });

  it('shows the queues, a failed job and its data without errors, and offers no change when read-only', async () => {
    await using board = await openBoard({ readOnly: true });
    const id = await board.addFailedJob('process-batch', JOB);
    const { page, problems } = await openPage(board);
    await page.goto(`${board.url}/jobs/`);
    await page.getByRole('link', { name: 'pdfs' }).first().waitFor();
    await keepPicture(page, 'overview');

    await page.goto(`${board.url}/queue/batches?status=failed`);
    await page.getByText('Issues the invoices of a batch').waitFor();
    await page.getByText('batch 17 · 1000 invoices · organization 3').waitFor();
    expect(await page.getByRole('button', { name: /retry|clean/i }).count()).toBe(0);
    await keepPicture(page, 'failed-jobs');

    await page.goto(`${board.url}/queue/batches/${id}`);
    await page.getByText('Planned failure').waitFor();
    // Times are in UTC and marked as such in any time zone of the browser.
    const shown = await page.innerText('body');
    expect(shown).toMatch(/\d\d:\d\d:\d\d UTC/);
    expect(shown).not.toMatch(/\d\d:\d\d(?!.{0,4} UTC|:)/);
    await page.getByText('Data', { exact: true }).click();
    await page.getByText('organizationId').waitFor();
    await keepPicture(page, 'job');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('lets an operator retry a job when read-only is off', async () => {
    await using board = await openBoard({ readOnly: false });
    await board.addFailedJob('process-batch', JOB);
    const { page, problems } = await openPage(board);
    await page.goto(`${board.url}/queue/batches?status=failed`);
    const change = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    const [retried] = await Promise.all([change, retryAll(page)]);
    expect(retried.status()).toBe(200);
    expect(await board.queues.get('batches')!.getJobCounts('waiting', 'failed')).toEqual({
      waiting: 1,
      failed: 0,
    });
    await keepPicture(page, 'retried');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('refuses requests that a page of another site sends with the stored login', async () => {
    await using board = await openBoard({ readOnly: false });
    const id = await board.addFailedJob('process-batch', JOB);
    const attacker = createServer((_request, response) => {
      response.setHeader('content-type', 'text/html').end('<h1>Free invoices</h1>');
    }).listen(0, '127.0.0.1');
    await once(attacker, 'listening');
    const { page } = await openPage(board);
    await page.goto(`${board.url}/jobs/`);
    await page.getByText('batches').first().waitFor();

    for (const host of ['localhost', '127.0.0.1']) {
      await page.goto(`http://${host}:${(attacker.address() as AddressInfo).port}/`);
      expect(await page.evaluate(attack, [board.url, id] as const)).toEqual(['rejected', 'rejected']);
    }
    // The simple request arrives with the login, and is refused for its origin.
    const refusals = board.lines.filter((line) => line.includes('Cross-site request refused'));
    expect(refusals.map((line) => JSON.parse(line).path)).toEqual(Array(2).fill('/api/queues/batches/add'));
    expect(await board.queues.get('batches')!.getJobCounts('waiting', 'failed')).toEqual({
      waiting: 0,
      failed: 1,
    });
    await page.context().close();
    attacker.close();
  });
});

/* Runs in the page. Sends a simple request, which includes the login, and one that requires a preflight request. */
async function attack([url, id]: readonly [string, string]): Promise<string[]> {
  const queue = `${url}/api/queues/batches`;
  const body = '{"name":"x","data":{}}';
  const outcomes = await Promise.allSettled([
    fetch(`${queue}/add`, { method: 'POST', mode: 'no-cors', credentials: 'include', body }),
    fetch(`${queue}/${id}/retry`, { method: 'PUT', credentials: 'include' }),
  ]);
  return outcomes.map((outcome) => outcome.status);
}

async function retryAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
}
