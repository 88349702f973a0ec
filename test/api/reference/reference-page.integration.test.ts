import type { AddressInfo } from 'node:net';
import { chromium, type Browser, type BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { AUTHORIZATION, LOGIN, openBoard } from '../../dashboard/board-fixture.ts';
import { keepPicture } from '../../dashboard/keep-picture.ts';
import { openTestApi, type TestApi } from '../../support/api.ts';
import { LONG } from '../../support/long.ts';

let browser: Browser;
beforeAll(async () => {
  const executablePath = process.env['CHROMIUM_PATH'];
  if (executablePath === undefined) throw new Error('CHROMIUM_PATH must name a Chromium');
  browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
});
afterAll(() => browser.close());

const PHONE = { viewport: { width: 360, height: 800 } };
const LOOKS = [
  ['public', {}],
  ['phone', PHONE],
] as const;

/**
 * Opens the page and navigates in it.
 * @returns the errors of the page and its requests to other hosts.
 */
async function readReference(url: string, name: string, options: BrowserContextOptions): Promise<string[]> {
  await using context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(10_000);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(message.text());
  });
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(url) && !request.url().startsWith('data:')) problems.push(request.url());
  });
  await page.goto(`${url}/docs/`);
  await page.getByText('Invoice Batch Ingestion API').first().waitFor();
  await keepPicture(page, `${name}-overview`);
  await page.getByText('Create invoice batch', { exact: true }).click();
  await page.getByText('Idempotency-Key', { exact: true }).first().waitFor();
  await page.getByText('order-20931').first().waitFor();
  await page.getByText('Idempotency-Key', { exact: true }).first().scrollIntoViewIfNeeded();
  await keepPicture(page, `${name}-create`);
  expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
  return problems;
}

/** Makes the API listen. @returns its URL. */
async function listen({ app }: TestApi): Promise<string> {
  await app.listen({ host: '127.0.0.1', port: 0 });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

describe('the reference of the API', () => {
  it('is served on the public port without a session if DOCS is set, and loads nothing from other hosts', async () => {
    await using api = await openTestApi({ DOCS: true });
    const url = await listen(api);
    for (const [name, look] of LONG ? LOOKS : LOOKS.slice(0, 1))
      expect(await readReference(url, name, look)).toEqual([]);
    const policy = (await fetch(`${url}/docs/`)).headers.get('content-security-policy');
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('http');
    const served = await (await fetch(`${url}/docs/json`)).json();
    expect(served).toEqual(await (await fetch(`${url}/api/v1/openapi.json`)).json());
    const ofV2 = await (await fetch(`${url}/docs/v2/json`)).json();
    expect(ofV2).toEqual(await (await fetch(`${url}/api/v2/openapi.json`)).json());
    expect((await fetch(`${url}/docs/v2/`)).status).toBe(200);
  });

  it(
    'sends requests with the key that its reader enters, if it is served on the public port',
    { timeout: 60_000 },
    async () => {
      await using api = await openTestApi({ DOCS: true });
      const url = await listen(api);
      const { apiKey } = await api.createOrganization();
      await using context = await browser.newContext();
      context.setDefaultTimeout(25_000);
      const page = await context.newPage();
      await page.goto(`${url}/docs/v2/`);
      await page.getByText('Create invoice batch', { exact: true }).waitFor();
      await keepPicture(page, 'public-v2');
      await page.getByRole('button', { name: 'Authorize' }).click();
      await page.getByLabel('auth-bearer-value').first().fill(apiKey);
      await page.getByRole('button', { name: 'Apply credentials' }).first().click();
      await page.getByRole('button', { name: 'Close', exact: true }).first().click();
      const operation = page.locator('.opblock', { hasText: '/api/v2/me' }).first();
      await operation.locator('.opblock-summary').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      const answered = page.waitForResponse(`${url}/api/v2/me`);
      await operation.getByRole('button', { name: 'Execute' }).click();
      expect((await answered).status()).toBe(200);
      await operation.scrollIntoViewIfNeeded();
      await keepPicture(page, 'public-answer');
      await page.reload();
      expect(await page.evaluate('Object.keys(localStorage).concat(Object.keys(sessionStorage))')).toEqual(
        [],
      );
    },
  );

  it('is not served on the public port by default', async () => {
    await using api = await openTestApi();
    for (const path of ['/docs', '/docs/', '/docs/json', '/docs/static/swagger-ui.css']) {
      expect((await api.app.inject(path)).statusCode).toBe(404);
    }
  });

  it('is served on the dashboard after the login', async () => {
    await using board = await openBoard({ readOnly: true });
    expect((await fetch(`${board.url}/docs/`)).status).toBe(401);
    const { username, password } = LOGIN;
    const httpCredentials = { username, password, origin: board.url };
    expect(await readReference(board.url, 'dashboard', { httpCredentials, ...PHONE })).toEqual([]);
    await using context = await browser.newContext({ httpCredentials });
    const page = await context.newPage();
    await page.goto(`${board.url}/docs/`);
    await page.getByText('Create invoice batch', { exact: true }).click();
    await page.getByText('Idempotency-Key', { exact: true }).first().waitFor();
    for (const name of ['Try it out', 'Authorize'])
      expect(await page.getByRole('button', { name }).count()).toBe(0);
    const document = await fetch(`${board.url}/docs/json`, { headers: { authorization: AUTHORIZATION } });
    expect(await document.json()).toHaveProperty('info.title', 'Invoice Batch Ingestion API');
  });
});
