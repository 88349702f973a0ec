import { randomUUID } from 'node:crypto';
import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chromium } from 'playwright-core';
import { loadEnvironment } from '../../../src/platform/config/environment.ts';
import { todayInMadrid } from '../../../src/domain/reading/madrid-time.ts';
import { SetupError } from '../boot/boot-report.js';
import { ROOT } from '../boot/layout.ts';
import type { LocalSettings } from '../engine/engine-environment.ts';
import { loadSecrets } from '../engine/secrets.ts';
import { buildAddress } from '../engine/web-address.ts';
import { findChromium } from '../servers/chromium.ts';
import { type ApiClient, openApiClient } from './api-client.ts';
import { buildLine, buildSeries } from './sample-invoice.ts';
import { COMPANY, WORKSHOP } from './sample-parties.ts';

/*
 * `npm run pictures:dashboard`: draws the operations page under load for the README. `npm start`
 * must run on this machine, with the same PORT and DASHBOARD_PORT. The batches of the load stay in
 * its data.
 */

const PICTURE = path.join(ROOT, 'docs', 'pictures', 'operations.png');
const SIZE = { width: 1280, height: 900 };
/** The sizes of the batches. Large and small batches have separate queues. */
const BATCHES = [1000, 1000, 1000, 1000, ...Array.from({ length: 30 }, () => 40)];
/**
 * The time until some batches are issued, and the first render batches and records are being
 * processed.
 */
const SETTLING_MS = 2500;

try {
  const { secrets } = await loadSecrets();
  const settings: LocalSettings = {
    ...loadEnvironment({ DATABASE_URL: 'postgres://unused/unused', ...process.env }),
    BOOTSTRAP_API_KEY: secrets.apiKey,
    DASHBOARD_PASSWORD: secrets.dashboardPassword,
  };
  const client = await openApiClient(settings);
  if (client === null)
    throw new SetupError(
      'The API key of .local/secrets.json is revoked',
      'Remove .local, then run npm start.',
    );
  await using page = await openBoard(settings);
  await flood(client);
  writeFileSync(prepare(PICTURE), await page.draw());
  console.log(`${path.relative(ROOT, PICTURE)}: ${statSync(PICTURE).size} bytes`);
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`✖ ${error.message}`);
  process.exitCode = 1;
}

function prepare(file: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  return file;
}

async function flood(client: ApiClient): Promise<void> {
  const today = todayInMadrid(new Date());
  await Promise.all(
    BATCHES.map((size, index) => {
      // Each number can be issued once, so every run uses a new series.
      const series = `P${Date.now().toString(36).toUpperCase()}-${index}-`;
      const names = Array.from({ length: size }, (_none, at) => [`flood-${at}`, buildInvoice()]);
      const invoices = buildSeries(series, today, Object.fromEntries(names));
      return client.createBatch(
        { invoice_batch: { external_batch_id: `flood-${index}`, invoices } },
        randomUUID(),
      );
    }),
  );
}

function buildInvoice() {
  return { ...WORKSHOP, ...COMPANY, lines: [buildLine('Jornada de taller', 1, 240)] };
}

type BoardPage = AsyncDisposable & { draw(): Promise<Buffer> };

/** Opens the operations page in the engine's own Chromium, signed in. */
async function openBoard(settings: LocalSettings): Promise<BoardPage> {
  const { program } = await findChromium();
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath: program, chromiumSandbox: !isRoot });
  const url = buildAddress(settings.HOST, settings.DASHBOARD_PORT);
  const credentials = { username: settings.DASHBOARD_USER, password: settings.DASHBOARD_PASSWORD };
  const page = await browser.newPage({
    viewport: SIZE,
    httpCredentials: { ...credentials, origin: url },
    colorScheme: 'light',
  });
  return {
    async draw() {
      await page.waitForTimeout(SETTLING_MS);
      await page.goto(url);
      await page.getByRole('progressbar').first().waitFor();
      return page.screenshot();
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}
