import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { PrintableInvoice } from '../../src/contracts/printable-invoice.ts';
import { killProcessGroup } from '../../src/render/browser/process-group.ts';
import type { RenderTime } from '../../src/render/renderer.ts';
import { BrowserStartError, PrinterClosedError, type PrinterEvent } from '../../src/render/printer.ts';
import { openPdfRenderer } from '../../src/render/renderer.ts';
import { eventually } from '../support/eventually.ts';
import { LONG } from '../support/long.ts';
import { buildLine, buildPrintable, buildProfile } from './support/build-invoice.ts';
import {
  listProcessGroup,
  openSharedRenderer,
  openTestRenderer,
  readChromiumPath,
} from './support/open-test-renderer.ts';
import { getContent, readPdf } from './support/read-pdf.ts';

const buildMany = (count: number) =>
  Array.from({ length: count }, (_, index) => buildPrintable({ number: `N-${1000 + index}` }));

/**
 * Builds an invoice that no browser can lay out within a second or two: four million words in a
 * field for one.
 */
const buildPoison = () =>
  buildPrintable({}, { issuerProfile: buildProfile({ website: 'w '.repeat(4_000_000) }) });

describe('the PDF renderer', () => {
  it('renders all PDFs although its browser is killed, in a new browser that starts as fast as the first', async () => {
    const marks: { killed?: number; resumed?: number } = {};
    const opening = performance.now();
    await using renderer = await openTestRenderer({
      onEvent: ({ type }) => {
        if (type !== 'printed') return;
        if (marks.killed === undefined) {
          marks.killed = performance.now();
          killProcessGroup(renderer.browserPid);
        } else {
          marks.resumed ??= performance.now();
        }
      },
    });
    const opened = performance.now() - opening;
    const first = renderer.browserPid;
    const invoices = buildMany(LONG ? 80 : 50);
    const results = await renderer.render(invoices);
    const texts = await Promise.all(results.map(async (result) => readPdf(getContent(result))));
    expect(texts.map(({ title }) => title)).toEqual(
      invoices.map(({ document: { number, issuer } }) => `Factura ${number} de ${issuer.name}`),
    );
    expect(marks.resumed! - marks.killed!).toBeLessThan(5000 + 3 * opened);
    expect(renderer.browserPid).not.toBe(first);
    expect(renderer.events).toContainEqual({ type: 'browser_ended', reason: 'crashed' });
    await eventually(() => listProcessGroup(first).length === 0, { what: 'the end of the killed browser' });
  });

  it('measures the processor time of a render batch, without the time for which the machine was suspended', async () => {
    await using renderer = await openTestRenderer();
    const times: RenderTime[] = [];
    const print = async (invoices: readonly PrintableInvoice[]) => {
      for await (const results of renderer.renderBatches(invoices, (time) => times.push(time) < 0))
        expect(results.filter((result) => 'error' in result)).toEqual([]);
    };
    const begun = performance.now();
    process.kill(-renderer.browserPid, 'SIGSTOP');
    setTimeout(() => process.kill(-renderer.browserPid, 'SIGCONT'), 2500);
    await print(buildMany(1));
    expect(performance.now() - begun).toBeGreaterThan(2000);
    expect(times.length).toBeGreaterThan(0);
    for (const { milliseconds } of times) expect(milliseconds).toBeLessThan(1500);
    // The measured time is greater than zero.
    await print(buildMany(LONG ? 60 : 30));
    expect(times.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeGreaterThan(100);
  });

  it('renders all PDFs although the page process of its browser is killed', async () => {
    let killed = false;
    await using renderer = await openTestRenderer({
      onEvent: ({ type }) => {
        if (type !== 'printed' || killed) return;
        killed = true;
        const pages = listProcessGroup(renderer.browserPid).filter(({ command }) =>
          command.includes('--type=renderer'),
        );
        for (const { pid } of pages) process.kill(pid, 'SIGKILL');
      },
    });
    const results = await renderer.render(buildMany(LONG ? 60 : 40));
    expect(results.filter((result) => 'error' in result)).toEqual([]);
    expect(killed).toBe(true);
  });

  it('fails only the invoice that exceeds the time limit, and kills the browser that hangs on it', async () => {
    // Far more than a normal render batch takes on a busy machine.
    await using renderer = await openTestRenderer({ renderTimeLimitMs: 12_000 });
    const first = renderer.browserPid;
    const [before, after] = buildMany(2);
    const results = await renderer.render([before!, buildPoison(), after!]);
    expect(results.map((result) => 'error' in result && result.error.name)).toEqual([
      false,
      'RenderTimeoutError',
      false,
    ]);
    expect(renderer.events).toContainEqual({ type: 'browser_ended', reason: 'timed_out' });
    await eventually(() => listProcessGroup(first).length === 0, { what: 'the end of the hung browser' });
  }, 120_000);

  it('fails only the invoice whose markup cannot be built', async () => {
    await using renderer = await openSharedRenderer();
    const logo = { mediaType: 'image/png', base64: 'not base64' } as const;
    const broken = buildPrintable({}, { issuerProfile: buildProfile({ logo }) });
    const results = await renderer.render([...buildMany(3), broken]);
    expect(results.map((result) => 'error' in result && result.error.message)).toEqual([
      false,
      false,
      false,
      'The logo is not base64',
    ]);
  });

  it('omits a broken image', async () => {
    await using renderer = await openSharedRenderer();
    const logo = { mediaType: 'image/png', base64: 'AAAA' } as const;
    const [result] = await renderer.render([buildPrintable({}, { issuerProfile: buildProfile({ logo }) })]);
    expect((await readPdf(getContent(result))).squashed).toContain('Totalapagar');
  });

  it('replaces its browser after a number of render batches', async () => {
    await using renderer = await openTestRenderer({ batchesPerBrowser: 2 });
    const long = Array.from({ length: 5 }, () =>
      buildPrintable({ lines: Array.from({ length: 60 }, () => buildLine()) }),
    );
    const results = await renderer.render(long);
    expect(results.map((result) => 'pages' in result && result.pages)).toEqual([3, 3, 3, 3, 3]);
    expect(renderer.events.filter(({ type }) => type === 'browser_started')).toHaveLength(3);
    expect(
      renderer.events.filter((event) => event.type === 'browser_ended' && event.reason === 'recycled'),
    ).toHaveLength(2);
  });

  it('replaces its browser when it has grown too large', async () => {
    await using renderer = await openTestRenderer({ browserMemoryLimitBytes: 1 });
    const long = Array.from({ length: 22 }, () =>
      buildPrintable({ lines: Array.from({ length: 30 }, () => buildLine()) }),
    );
    await renderer.render(long);
    expect(renderer.events).toContainEqual({ type: 'browser_ended', reason: 'recycled' });
  });

  it('leaves no process when it is disposed, and then answers with errors', async () => {
    const renderer = await openTestRenderer();
    const group = renderer.browserPid;
    expect(listProcessGroup(group).length).toBeGreaterThan(2);
    const rendering = renderer.render(buildMany(200));
    await eventually(() => renderer.events.some(({ type }) => type === 'printed'));
    await renderer[Symbol.asyncDispose]();
    await eventually(() => listProcessGroup(group).length === 0, { what: 'the end of the browser' });
    const results = await rendering;
    expect(results).toHaveLength(200);
    expect(results.some((result) => 'error' in result && result.error instanceof PrinterClosedError)).toBe(
      true,
    );
    const [later] = await renderer.render(buildMany(1));
    expect(later).toMatchObject({ error: expect.any(PrinterClosedError) as Error });
    expect(renderer.events.filter(({ type }) => type === 'browser_started')).toHaveLength(1);
  });

  it('leaves no browser when its own process is killed', async () => {
    const child = fork(new URL('./support/rendering-process.ts', import.meta.url), {
      env: { ...process.env, CHROMIUM_PATH: readChromiumPath() },
    });
    const [group] = (await once(child, 'message')) as [number];
    expect(listProcessGroup(group).length).toBeGreaterThan(2);
    child.kill('SIGKILL');
    await eventually(() => listProcessGroup(group).length === 0, { what: 'the end of the orphaned browser' });
  });

  it('rejects the whole call when Chromium does not start, and works as soon as Chromium is available', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'chromium-'));
    const chromiumPath = join(directory, 'chromium');
    const events: PrinterEvent[] = [];
    await using renderer = openPdfRenderer({ chromiumPath, onEvent: (event) => events.push(event) });
    await expect(renderer.started()).rejects.toThrow(BrowserStartError);
    expect(renderer.isReady).toBe(false);
    for (let time = 1; time <= 5; time += 1) {
      await expect(renderer.render(buildMany(100))).rejects.toThrow(BrowserStartError);
    }
    const failures = () => events.filter(({ type }) => type === 'browser_failed').length;
    // The renderer retries after a time, not with each render batch.
    expect(failures()).toBeLessThanOrEqual(2);
    await writeFile(chromiumPath, `#!/bin/sh\nexec '${readChromiumPath()}' "$@"\n`, { mode: 0o755 });
    await eventually(() => renderer.isReady, { within: 15_000 });
    expect((await renderer.render(buildMany(2))).every((result) => 'content' in result)).toBe(true);
    await rm(directory, { recursive: true });
  });
});

describe('a renderer for long invoices', () => {
  it('starts its browser with the first render batch, at a low priority, and ends it when idle', async () => {
    const events: PrinterEvent[] = [];
    await using renderer = openPdfRenderer({
      chromiumPath: readChromiumPath(),
      idleLimitMs: 300,
      niceness: 10,
      onEvent: (event) => void events.push(event),
    });
    const names = () => events.map((event) => ('reason' in event ? event.reason : event.type));
    expect(names()).toEqual([]);
    for (const round of [1, 2]) {
      const results = await renderer.render(buildMany(2));
      expect(results.filter((result) => 'error' in result)).toEqual([]);
      const started = events.findLast((event) => event.type === 'browser_started');
      const group = started?.type === 'browser_started' ? started.chromiumPid : 0;
      const priorities = listProcessGroup(group).map(({ pid }) => getPriority(pid));
      expect(priorities.length).toBeGreaterThan(1);
      expect(new Set(priorities)).toEqual(new Set([10]));
      await eventually(() => names().at(-1) === 'idle');
      expect(names().filter((name) => name === 'idle')).toHaveLength(round);
      await eventually(() => listProcessGroup(group).length === 0, { what: 'the end of the idle browser' });
    }
  });

  it('rejects the whole call when its browser does not start, and tries again with the next call', async () => {
    await using renderer = openPdfRenderer({ chromiumPath: '/bin/false', idleLimitMs: 300 });
    await expect(renderer.render(buildMany(1))).rejects.toBeInstanceOf(BrowserStartError);
    await expect(renderer.render(buildMany(1))).rejects.toBeInstanceOf(BrowserStartError);
  });
});
