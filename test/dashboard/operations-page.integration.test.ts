import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueBatch, postBatch } from '../support/engine.ts';
import { eventually } from '../support/eventually.ts';
import { AUTHORIZATION } from './board-fixture.ts';
import { keepPicture } from './keep-picture.ts';
import { openBrowser, openPage } from './support/open-page.ts';
import { BRING, type EngineState, openWatchedEngine, type WatchedEngine } from './operations-fixture.ts';
import { LONG } from '../support/long.ts';

let browser: Browser;
beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const LOOKS = [
  ['light', { viewport: { width: 1280, height: 900 } }],
  ['dark', { viewport: { width: 1280, height: 900 }, colorScheme: 'dark' }],
  ['phone', { viewport: { width: 360, height: 740 } }],
] as const satisfies readonly (readonly [string, BrowserContextOptions])[];

const EXPECTED: Readonly<Record<EngineState, { headline: string; says: readonly RegExp[] }>> = {
  calm: { headline: 'No finding requires action', says: [/AEAT has answered every record/] },
  flood: { headline: 'No finding requires action', says: [/Tienda Grande SL/] },
  outage: { headline: 'No finding requires action', says: [/503/, /30 records of chain/] },
  halted: { headline: 'One finding requires action', says: [/4112/, /npm run engine -- chains resume/] },
  failures: {
    headline: 'The engine needs no operator',
    says: [/Customers’ data: 1 to correct, 1 to look at/, /1110/, /9 invoices failed/],
  },
  certificate: { headline: 'One finding requires action', says: [/expires on/] },
};

/**
 * Returns all looks (light, dark, phone) with LONG, and otherwise one per state such that each look
 * occurs.
 */
const looksOf = (state: string) => {
  const place = Object.keys(EXPECTED).indexOf(state);
  return LONG ? LOOKS : [LOOKS[place % LOOKS.length]!];
};

describe.each(Object.entries(EXPECTED))('the operations page: %s', (state, { headline, says }) => {
  let watched: WatchedEngine;
  beforeAll(async () => {
    watched = await openWatchedEngine();
    await BRING[state as EngineState](watched);
  });
  afterAll(() => watched[Symbol.asyncDispose]());

  it.each(looksOf(state))('shows the state in its headline: %s', async (name, options) => {
    const { page, problems } = await openPage(browser, watched.board, options);
    await page.goto(watched.board.url);
    await keepPicture(page, `operations-${state}-${name}`);
    expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe(headline);
    const text = await page.innerText('main');
    for (const said of says) expect(text).toMatch(said);
    expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
    expect(problems).toEqual([]);
    await page.context().close();
  });
});

describe('the operations page', () => {
  let watched: WatchedEngine;
  beforeAll(async () => {
    watched = await openWatchedEngine();
    await BRING.failures(watched);
  });
  afterAll(() => watched[Symbol.asyncDispose]());

  const headline = (page: Page) => page.getByRole('heading', { level: 1 });
  /** The number of pending records on the page. */
  const records = (page: Page) => page.locator('.figures div').nth(2).locator('.number');

  it('updates itself without reloading and without losing the focus or the scroll position', async () => {
    const { page, problems } = await openPage(browser, watched.board, {
      viewport: { width: 1280, height: 400 },
    });
    await page.goto(`${watched.board.url}/operations`);
    expect(await records(page).innerText()).toBe('0');
    const link = page.locator('#failures').getByRole('link').first();
    await link.focus();
    const before = await page.evaluate('window.mark = 17; window.scrollY');
    expect(before).toBeGreaterThan(0);
    const { engine } = watched;
    await issueBatch(engine.api, engine.organization, 5, 'LIVE');
    await expectText(records(page), '5');
    expect(await link.evaluate((element) => element.ownerDocument.activeElement === element)).toBe(true);
    expect(await page.evaluate('window.mark')).toBe(17);
    await page.locator('main').evaluate((main) => main.ownerDocument.body.blur());
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('keeps opened details open while it updates itself', async () => {
    const { page } = await openPage(browser, watched.board);
    await page.goto(`${watched.board.url}/operations`);
    const more = page.locator('#finding-failures-more');
    await more.locator('summary').click();
    const { engine } = watched;
    await issueBatch(engine.api, engine.organization, 2, 'OPEN');
    await expectText(records(page), '7');
    expect(await more.getByText('the clients got the errors').isVisible()).toBe(true);
    await page.context().close();
  });

  it('sends the ETag of what it shows, and receives 304 if nothing has changed', async () => {
    const headers = { authorization: AUTHORIZATION };
    const { app } = watched.board;
    const first = await app.inject({ url: '/operations/now', headers });
    const again = await app.inject({
      url: '/operations/now',
      headers: { ...headers, 'if-none-match': String(first.headers['etag']) },
    });
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 304, '']);
  });

  it('reports that the database is unavailable, and recovers by itself', async () => {
    const { page } = await openPage(browser, watched.board);
    await page.goto(`${watched.board.url}/operations`);
    const before = await headline(page).innerText();
    watched.gate.close();
    await expectText(headline(page), 'The database does not answer');
    await keepPicture(page, 'operations-database-away');
    expect(await page.innerText('main')).toContain('start PostgreSQL');
    watched.gate.open();
    await expectText(headline(page), before);
    await page.context().close();
  });

  it('reports since when the dashboard has not answered, above the last known state', async () => {
    const { page } = await openPage(browser, watched.board);
    await page.goto(`${watched.board.url}/operations`);
    const before = await headline(page).innerText();
    await page.route('**/operations/now', (route) => route.abort());
    const alert = page.getByRole('alert');
    await alert.waitFor();
    expect(await alert.innerText()).toMatch(/has not answered since \d\d:\d\d:\d\d UTC/);
    expect(await headline(page).innerText()).toBe(before);
    await keepPicture(page, 'operations-dashboard-away');
    await page.unroute('**/operations/now');
    await alert.waitFor({ state: 'hidden' });
    await page.context().close();
  });

  it('can be navigated by keyboard, beginning with the link that skips the bar', async () => {
    const { page } = await openPage(browser, watched.board, { viewport: { width: 360, height: 740 } });
    await page.goto(`${watched.board.url}/operations`);
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate('document.activeElement.textContent.trim()');
    expect(await focused()).toBe('Skip to the content');
    await page.keyboard.press('Enter');
    expect(await page.evaluate('document.activeElement.id')).toBe('main');
    const seen: unknown[] = [];
    for (let press = 0; press < 30; press++) {
      await page.keyboard.press('Tab');
      seen.push(await page.evaluate('document.activeElement.getAttribute("href")'));
    }
    expect(seen).toContain('#records');
    expect(seen).toContain('/operations/batches/1');
    await page.context().close();
  });

  it('has roles and names for screen readers, also on a phone', async () => {
    const { page } = await openPage(browser, watched.board, { viewport: { width: 360, height: 740 } });
    await page.goto(`${watched.board.url}/operations`);
    const table = page.getByRole('table', { name: /^Records that AEAT refused/ });
    expect(await table.getByRole('columnheader').allInnerTexts()).toContain("AEAT's message");
    expect(await table.getByRole('rowheader').innerText()).toMatch(/^Refused 1110 /);
    expect(await page.getByRole('navigation', { name: 'Pages' }).getByRole('link').count()).toBe(3);
    expect(await page.locator('[aria-current=page]').innerText()).toBe('Operations');
    expect(await page.getByRole('region', { name: 'Installation' }).count()).toBe(1);
    expect(await page.locator('[role=status]').innerText()).toBe(await headline(page).innerText());
    await page.context().close();
  });

  it('shows the same without JavaScript, and has no inline script', async () => {
    const { page } = await openPage(browser, watched.board, { javaScriptEnabled: false });
    const answer = await page.goto(`${watched.board.url}/operations`);
    expect(await headline(page).innerText()).toBe('The engine needs no operator');
    const html = await answer!.text();
    expect(html).toContain('<noscript><meta http-equiv="refresh" content="10" /></noscript>');
    expect(html).not.toMatch(/<script>|<style|style=|onclick|https?:/);
    expect(answer!.headers()['content-security-policy']).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self';.*form-action 'self'/,
    );
    await page.context().close();
  });

  it('links to each failed invoice with its message, and records who looked at it', async () => {
    const { page, problems } = await openPage(browser, watched.board);
    await page.goto(`${watched.board.url}/operations`);
    await page.locator('#failures').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /^Batch 1 / }).waitFor();
    const table = page.getByRole('table', { name: /^Invoices that failed/ });
    expect(await table.getByRole('row').count()).toBe(10);
    expect(await table.innerText()).toContain('Recipient document number is not a valid NIF');
    await keepPicture(page, 'operations-batch');
    await page.waitForResponse((response) => response.url().endsWith('/operations/batches/1/now'));
    const { rows } = await watched.engine.pool.query(
      `select operator, subject_id::int as subject, details from operator_acts where act = 'batch.look'`,
    );
    expect(rows).toEqual([{ operator: 'dashboard:operator', subject: 1, details: { client: '127.0.0.1' } }]);
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('shows no data of clients while the access cannot be recorded', async () => {
    const { engine, board } = watched;
    const batchId = await postBatch(engine.api, engine.organization, 1, 'HID', () => ({ lines: [] }));
    const RECORD = 'record_dashboard_act(bytea, text, text, text, text, bigint, bigint, jsonb)';
    await engine.pool.query(`revoke execute on function ${RECORD} from engine_dashboard`);
    const headers = { authorization: AUTHORIZATION };
    const { body } = await board.app.inject({ url: `/operations/batches/${batchId}`, headers });
    expect(body).toContain('Not shown: each view');
    expect(body).not.toContain('HID-ext-0');
    await engine.pool.query(`grant execute on function ${RECORD} to engine_dashboard`);
  });

  it('links to each chain with the reason for its state and its last messages', async () => {
    await BRING.halted(watched);
    const { page, problems } = await openPage(browser, watched.board);
    await page.goto(`${watched.board.url}/operations`);
    await page.locator('#chains').getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: /is halted$/ }).waitFor();
    expect(await page.innerText('main')).toMatch(/npm run engine -- chains resume 1/);
    expect(await page.getByRole('table', { name: /last messages/ }).innerText()).toContain('AEAT 4112');
    await keepPicture(page, 'operations-chain');
    expect(problems).toEqual([]);
    await page.context().close();
  });

  it('returns 404 for unknown and for invalid ids', async () => {
    const status = async (url: string) =>
      (await watched.board.app.inject({ url, headers: { authorization: AUTHORIZATION } })).statusCode;
    expect(await status('/operations/batches/999999')).toBe(404);
    expect(await status('/operations/chains/999999')).toBe(404);
    expect(await status('/operations/chains/1%20or%201')).toBe(404);
  });
});

async function expectText(locator: Locator, text: string): Promise<void> {
  await eventually(async () => (await locator.innerText()) === text, { what: text });
}
