import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { SetupError } from '../boot/boot-report.js';
import { findExecutable } from '../boot/find-executable.js';
import { ROOT } from '../boot/layout.ts';
import { SAMPLE_DIRECTORY } from './run-sample.ts';
import { buildSampleBatch, FIRST_INVOICE, LONG_INVOICE } from './sample-batch.ts';
import { OPENING_INVOICES, type OpeningName } from './sample-opening.ts';

/*
 * `npm run pictures`: draws the sample pages of the README from the PDFs that the engine rendered
 * on the first `npm start`.
 */

const PICTURES = path.join(ROOT, 'docs', 'pictures');
const PAGES = [
  { invoice: FIRST_INVOICE, page: 1, picture: 'invoice.png' },
  // A page in the middle, which begins with the sum carried over and ends with the sum so far.
  { invoice: LONG_INVOICE, page: 2, picture: 'long-invoice.png' },
];
const HEIGHT_PX = 1000;
/** The number of colours: enough for ink, greys, accent and logo with their anti-aliasing. */
const COLOURS = 64;

try {
  const programs = { pdftoppm: requireProgram('pdftoppm'), pngquant: requireProgram('pngquant') };
  mkdirSync(PICTURES, { recursive: true });
  for (const { invoice, page, picture } of PAGES) {
    const file = path.join(PICTURES, picture);
    drawPage(programs, findPdf(invoice), page, file);
    console.log(`${path.relative(ROOT, file)}: ${statSync(file).size} bytes`);
  }
} catch (error) {
  if (!(error instanceof SetupError)) throw error;
  console.error(`✖ ${error.message}`);
  process.exitCode = 1;
}

function requireProgram(name: string): string {
  const program = findExecutable([name]);
  if (program === undefined)
    throw new SetupError(`${name} is not installed`, 'Run apt install poppler-utils pngquant.');
  return program;
}

/** Finds the PDF of an invoice of the sample; of the latest year if there are several. */
function findPdf(name: string): string {
  const ids = Object.fromEntries(Object.keys(OPENING_INVOICES).map((opening) => [opening, 0]));
  const { invoices } = buildSampleBatch('2026-01-01', ids as Record<OpeningName, number>).invoice_batch;
  const number = invoices.find(({ external_invoice_id: id }) => id === name)?.number_serie ?? '';
  const ending = `${number.slice(number.indexOf('-'))}.pdf`;
  const files = existsSync(SAMPLE_DIRECTORY) ? readdirSync(SAMPLE_DIRECTORY) : [];
  const file = files
    .filter((found) => found.endsWith(ending))
    .toSorted()
    .at(-1);
  if (file === undefined)
    throw new SetupError(`The sample has no PDF of ${name} here`, 'Run npm start, which renders it.');
  return path.join(SAMPLE_DIRECTORY, file);
}

function drawPage(
  { pdftoppm, pngquant }: Readonly<Record<'pdftoppm' | 'pngquant', string>>,
  pdf: string,
  page: number,
  picture: string,
): void {
  const size = ['-scale-to-x', '-1', '-scale-to-y', String(HEIGHT_PX)];
  const only = ['-f', String(page), '-l', String(page), '-singlefile'];
  execFileSync(pdftoppm, ['-png', ...only, ...size, pdf, picture.replace(/\.png$/, '')]);
  const reduce = ['--force', '--strip', '--speed', '1', '--nofs', '--output', picture];
  execFileSync(pngquant, [...reduce, String(COLOURS), picture]);
}
