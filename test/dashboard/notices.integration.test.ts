import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportMissingAddresses } from '#src/organizations/missing-addresses.ts';
import { openTestApi, type TestApi, type TestOrganization } from '../support/api.ts';
import { issueBatch } from '../support/engine.ts';
import { runCli } from '../support/run-cli.ts';
import { AUTHORIZATION, openBoard, type Board } from './board-fixture.ts';
import { openBrowser, openPage } from './support/open-page.ts';
import { keepPicture } from './keep-picture.ts';

let api: TestApi;
let organization: TestOrganization;
let browser: Browser;
beforeAll(async () => {
  api = await openTestApi();
  organization = await api.createOrganization();
  await issueBatch(api, organization, 1, 'A');
  browser = await openBrowser();
}, 60_000);
afterAll(async () => {
  await browser.close();
  await api[Symbol.asyncDispose]();
});

const read = async ({ app }: Board) =>
  (await app.inject({ url: '/jobs/', headers: { authorization: AUTHORIZATION } })).body;

describe('a paused queue', () => {
  it('is reported on every page with its effect until it is resumed, even if no worker runs', async () => {
    await using board = await openBoard({ readOnly: false });
    const headers = { authorization: AUTHORIZATION };
    const put = async (what: string) =>
      (await board.app.inject({ method: 'PUT', url: `/api/queues/${what}`, headers })).statusCode;
    expect(await put('remission/pause')).toBe(200);
    const told =
      /The queue remission is PAUSED since 20\S+Z: no record is sent to AEAT, [^<]*Resume it in the dashboard, or with npm run engine -- queues resume remission/;
    for (const url of ['/jobs/', '/jobs/queue/batches', '/jobs/queue/remission?status=waiting'])
      expect((await board.app.inject({ url, headers })).body).toMatch(told);
    const since = async () => /PAUSED since (\S+):/.exec(await read(board))?.[1];
    const first = await since();
    expect(await since()).toBe(first);
    expect(await put('remission/resume')).toBe(200);
    expect(await read(board)).not.toContain('PAUSED');
    expect(await put('remission/pause')).toBe(200);
    expect(await since()).not.toBe(first);
    expect(await put('pause')).toBe(200);
    expect((await read(board)).match(/is PAUSED/g)).toHaveLength(board.queues.size);
    const { page } = await openPage(browser, board, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${board.url}/jobs/`);
    await page.getByRole('link', { name: 'pdfs' }).first().waitFor();
    const notice = page.getByRole('status').filter({ hasText: 'PAUSED' });
    expect(await notice.isVisible()).toBe(true);
    await keepPicture(page, 'paused');
    // On a telephone the notice takes a line, and on request it shows everything.
    await page.setViewportSize({ width: 360, height: 740 });
    await keepPicture(page, 'paused-phone');
    expect((await notice.boundingBox())!.height).toBeLessThan(740 / 16);
    const last = page.getByText('reload the page for the current state');
    expect(await last.isVisible()).toBe(false);
    await notice.locator('summary').click();
    expect(await last.isVisible()).toBe(true);
    await keepPicture(page, 'paused-phone-open');
    await page.context().close();
  }, 60_000);
});

describe('an issuer without an address', () => {
  it('is reported on the dashboard until it has one', async () => {
    await using board = await openBoard({ readOnly: true });
    expect(await read(board)).not.toContain('role="status"');
    await reportMissingAddresses(api.workers.pool, board.place);
    const told = `Organization ${organization.id}: NO ADDRESS, which full invoices must show (RD 1619/2012, art. 6): B12345674. npm run engine -- org issuer ${organization.id} B12345674 --address …`;
    expect(await read(board)).toContain(told);

    const { page } = await openPage(browser, board, { viewport: { width: 1280, height: 800 } });
    await page.goto(`${board.url}/jobs/`);
    await page.getByRole('link', { name: 'pdfs' }).first().waitFor();
    const notice = page.getByRole('status').filter({ hasText: told });
    expect(await notice.isVisible()).toBe(true);
    await keepPicture(page, 'notice');
    await page.context().close();

    const address = ['issuer', String(organization.id), 'B12345674', '--address', 'Calle Mayor 1'];
    expect(await runCli('org', address, { DATABASE_URL: api.database.url })).toMatchObject({ code: 0 });
    await reportMissingAddresses(api.workers.pool, board.place);
    expect(await read(board)).not.toContain('role="status"');
  }, 60_000);

  it('is reported as escaped text', async () => {
    await using board = await openBoard({ readOnly: true });
    const lines = JSON.stringify(['<script>alert("$&")</script>']);
    await board.place.connection.set(`${board.place.prefix}:notices:issuers-without-address`, lines);
    expect(await read(board)).toContain('&lt;script&gt;alert(&quot;$&amp;&quot;)&lt;/script&gt;');
  });
});
