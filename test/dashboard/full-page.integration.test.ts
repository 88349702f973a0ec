import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordWork } from '#src/platform/jobs/work-samples.ts';
import { openBoard } from './board-fixture.ts';
import { keepPicture } from './keep-picture.ts';
import { FULL_SOURCE } from './support/full-overview.ts';
import { openBrowser, openPage } from './support/open-page.ts';

let browser: Browser;
beforeAll(async () => void (browser = await openBrowser()));
afterAll(() => browser.close());

const INTER = createRequire(import.meta.url).resolve('@fontsource/inter/files/inter-latin-400-normal.woff2');

/** The font of the invoices with figures of one width, so that the height depends neither on the fonts of the machine nor on the time. */
const OWN_FONT = `
  @font-face {
    font-family: Own;
    src: url(data:font/woff2;base64,${readFileSync(INTER).toString('base64')});
  }
  * { font-family: Own !important; font-variant-numeric: tabular-nums; }`;

/** Returns the long numbers on the page that are broken into two lines. */
const FIND_BROKEN = `(() => {
  const broken = [];
  const texts = document.createTreeWalker(document.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode())
    for (const { 0: number, index } of node.textContent.matchAll(/\\d{7,}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + number.length);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(number + ' in ' + node.parentElement.outerHTML.slice(0, 200));
    }
  return broken;
})()`;

describe('the operations page with as much content as possible', () => {
  it('shows a few rows of each table on a phone, and all of them on request', async () => {
    await using board = await openBoard({ readOnly: true, source: FULL_SOURCE });
    const { page } = await openPage(browser, board, { viewport: { width: 360, height: 740 } });
    await page.goto(`${board.url}/operations`);
    const rows = page.locator('#chains').getByRole('row').filter({ visible: true });
    expect(await rows.count()).toBeLessThan(4);
    await page.locator('#chains summary').click();
    expect(await rows.count()).toBeGreaterThan(19);
    await page.context().close();
  });

  it('has a limited height without horizontal scrolling, and names the time zone of each time', async () => {
    await using board = await openBoard({ readOnly: true, source: FULL_SOURCE });
    await recordWork(board.place, {
      at: Date.now() - 4 * 60_000,
      counts: { batch: 9000, pdf: 19_876, record: 9876, webhook: 10_000 },
    });
    for (const [name, viewport, most] of [
      ['phone', { width: 360, height: 740 }, 7800],
      ['desktop', { width: 1280, height: 900 }, 8800],
    ] as const) {
      // A browser in Madrid has this time zone.
      const { page, problems } = await openPage(browser, board, {
        viewport,
        timezoneId: 'Europe/Madrid',
        bypassCSP: true,
      });
      await page.goto(`${board.url}/operations`);
      await page.addStyleTag({ content: OWN_FONT });
      await page.evaluate('document.fonts.ready');
      await keepPicture(page, `operations-full-${name}`);
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      expect(height).toBeLessThan(most);
      expect(await page.evaluate('document.documentElement.scrollWidth <= window.innerWidth')).toBe(true);
      expect(await page.evaluate(FIND_BROKEN)).toEqual([]);
      const text = await page.innerText('main');
      expect(text).toMatch(
        /grows by 2[12]\d a minute[^]*falls by [12],\d\d\d a minute, done about [^]*unchanged over the last minutes/,
      );
      const times = text.match(/\d\d:\d\d.{0,4}/g)!;
      expect(times.length).toBeGreaterThan(10);
      expect(
        times.filter((time) => !/^\d\d:\d\d(:\d\d)? UTC/.test(time) && !/^\d\d:\d\d:\d\dZ/.test(time)),
      ).toEqual([]);
      expect(problems).toEqual([]);
      await page.context().close();
    }
  });
});
