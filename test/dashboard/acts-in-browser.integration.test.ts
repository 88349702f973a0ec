import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { issueBatch } from '../support/engine.ts';
import { keepPicture } from './keep-picture.ts';
import { type Ground, openGround } from './support/ground.ts';
import { codeOf, PASSWORD } from './support/operators.ts';
import { openBrowser } from './support/open-page.ts';

/*
 * Signing in, acting and signing out in a browser: by keyboard, on a phone, and without requests to
 * other hosts.
 */

let ground: Ground;
let browser: Browser;
let secret: string;
let chainId: number;
beforeAll(async () => {
  ground = await openGround();
  secret = await ground.staff.add('sol', 'act');
  await issueBatch(ground.test.api, ground.test.organization, 2, 'B');
  chainId = await ground.test.chainOf();
  await ground.test.read(
    `update remissions set halted_at = now(), halted_reason = 'AEAT 4112: El titular del certificado debe ser el obligado' where chain_id = $1`,
    [chainId],
  );
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
  await ground[Symbol.asyncDispose]();
});

async function openPage(
  width: number,
  colorScheme: 'light' | 'dark',
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
  context.setDefaultTimeout(5000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    // The console also reports the status 401 of a form.
    if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(ground.board.url)) problems.push(request.url());
  });
  return { context, page, problems };
}
const isTooWide = (page: Page) => page.evaluate('document.documentElement.scrollWidth > innerWidth');

describe('an operator in a browser', () => {
  it('signs in by keyboard, resumes a chain, and signs out', async () => {
    const { context, page, problems } = await openPage(360, 'dark');
    const wanted = `${ground.board.url}/acts/chain.resume/${chainId}`;
    await page.goto(wanted);
    expect(page.url()).toContain('/sign-in?next=%2Facts%2Fchain.resume');
    expect(await isTooWide(page)).toBe(false);
    await keepPicture(page, 'sign-in');
    // The first field has the focus. An error is announced to screen readers, and the login is
    // kept.
    await page.locator('input:focus').waitFor();
    await page.keyboard.type('sol');
    await page.keyboard.press('Tab');
    await page.keyboard.type('not the password');
    await page.keyboard.press('Tab');
    await page.keyboard.type('123456');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('The login, password or code is wrong').waitFor();
    expect(await page.getByLabel('Login').inputValue()).toBe('sol');
    await keepPicture(page, 'sign-in-wrong');
    await ground.staff.forgetCodes();
    await page.keyboard.type(PASSWORD);
    await page.keyboard.press('Tab');
    await page.keyboard.type(codeOf(secret));
    await page.keyboard.press('Enter');

    await page.getByRole('heading', { name: `Resume chain ${chainId}` }).waitFor();
    expect(page.url()).toBe(wanted);
    expect(await isTooWide(page)).toBe(false);
    await keepPicture(page, 'confirm');
    expect(await page.evaluate('document.cookie')).toBe('');
    // The form cannot be sent without a reason.
    await page.keyboard.press('Enter');
    expect(page.url()).toBe(wanted);
    await page.keyboard.type('Certificate renewed');
    await page.keyboard.press('Enter');
    await page.getByRole('status').getByText('is resumed').waitFor();
    await keepPicture(page, 'done');
    expect(await ground.listActs()).toMatchObject([{ act: 'chain.resume', operator: 'dashboard:sol' }]);
    // Opening the page again shows that the action is no longer possible.
    await page.goto(wanted);
    await page.getByText('It cannot be done now.').waitFor();

    await page.getByRole('link', { name: 'Sign out' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    // The browser stays known, so that wrong codes of others do not lock it out.
    const kept = (await context.cookies()).filter(({ value }) => value !== '');
    expect(kept.map(({ name }) => name)).toEqual(['ibe_browser']);
    await page.goto(wanted);
    expect(page.url()).toContain('/sign-in');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('sees an order become done without reloading the page', async () => {
    await ground.test.remit(chainId);
    const [invoice] = await ground.test.read<{ id: number }>(
      'select min(id)::int as id from issued_invoices',
    );
    const { context, page, problems } = await openPage(1280, 'light');
    const [name, value] = ground.acting.split('=');
    await context.addCookies([{ name: name!, value: value!, url: ground.board.url }]);
    await page.goto(`${ground.board.url}/acts/invoice.annul/${invoice!.id}`);
    await keepPicture(page, 'annul');
    await page.getByLabel('Reason').fill('Never sold');
    await page.getByRole('button', { name: /Annul invoice/ }).click();
    await page.getByText('A worker carries it out within seconds').waitFor();
    await keepPicture(page, 'ordered');
    expect(await ground.carryOut()).toBe(1);
    await page.getByText('Done.').waitFor();
    await keepPicture(page, 'carried-out');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('can follow a link from another site, although the browser omits the cookie at first', async () => {
    const { context, page } = await openPage(800, 'light');
    const [name, value] = ground.acting.split('=');
    await context.addCookies([
      { name: name!, value: value!, url: ground.board.url, httpOnly: true, sameSite: 'Strict' },
    ]);
    await page.route('http://chat.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<a href="${ground.board.url}/acts/chain.compare/${chainId}">an alert</a>`,
      }),
    );
    await page.goto('http://chat.example/');
    await page.getByRole('link', { name: 'an alert' }).click();
    await page.getByRole('heading', { name: `Compare chain ${chainId}` }).waitFor();
    expect(page.url()).toBe(`${ground.board.url}/acts/chain.compare/${chainId}`);
    await context.close();
  });

  it('is protected from a page of another site that submits the form', async () => {
    const before = (await ground.listActs()).length;
    const { context, page } = await openPage(800, 'light');
    const [name, value] = ground.acting.split('=');
    await context.addCookies([
      { name: name!, value: value!, url: ground.board.url, httpOnly: true, sameSite: 'Strict' },
    ]);
    const { fields } = await ground.ask(`/acts/organization.pause/${ground.test.organization.id}`);
    const inputs = Object.entries({ ...fields, reason: 'x' }).map(
      ([key, text]) => `<input name="${key}" value="${text}">`,
    );
    await page.route('http://evil.example/', (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: `<form method="post" action="${ground.board.url}/acts/organization.pause/${ground.test.organization.id}">${inputs.join('')}<button>Win</button></form>`,
      }),
    );
    await page.goto('http://evil.example/');
    const answered = page.waitForResponse((answer) => answer.request().method() === 'POST');
    await page.getByRole('button', { name: 'Win' }).click();
    expect([401, 403]).toContain((await answered).status());
    expect(await ground.listActs()).toHaveLength(before);
    await context.close();
  });
});
