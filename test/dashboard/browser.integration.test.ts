import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JOB, openBoard, type Board } from './board-fixture.ts';
import { keepPicture } from './keep-picture.ts';
import { openBrowser, openPage } from './support/open-page.ts';

let browser: Browser;
beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

/** Opens a page of a browser in Madrid. */
const open = (board: Board) =>
  openPage(browser, board, { viewport: { width: 1280, height: 800 }, timezoneId: 'Europe/Madrid' });

describe('the dashboard in a browser', () => {
  it('shows the queues, a failed job and its data without errors, and offers no change when read-only', async () => {
    await using board = await openBoard({ readOnly: true });
    const id = await board.addFailedJob('process-batch', JOB);
    const { page, problems } = await open(board);
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
    const { page, problems } = await open(board);
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
});

async function retryAll(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Retry all' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
}
