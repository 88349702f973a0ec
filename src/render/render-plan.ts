import type { PrintableInvoice } from '../contracts/invoice-document.ts';
import { INVOICES_PER_RENDER_BATCH } from '../contracts/jobs.ts';
import { showText } from '../domain/fonts/show-text.ts';
import { buildInvoiceSection } from './template/invoice-section.ts';
import { LogoSheet } from './template/logo-sheet.ts';
import { listFontFiles, type FontFile } from './template/fonts.ts';
import { fitsOnePage } from './template/page-estimate.ts';
import { weighRender } from './render-weight.ts';
import { buildRunningSums } from './paging/running-sums.ts';
import { buildContinuation } from './template/continuation.ts';
import { wordingOf } from './template/languages/wordings.ts';
import { listPrintedAmounts } from './template/printed-amounts.ts';
import { buildMark } from './postprocess/printed-sections.ts';

/** Of their documents; 25 usual ones have less. */
const WEIGHT_PER_RENDER_BATCH = 100 * 1024;

/** An invoice with its weight, and its place in the input, which is its place in the result. */
export type Placed = { readonly place: number; readonly invoice: PrintableInvoice; readonly weight: number };

/** What one render batch holds: invoices of one page each, or one invoice of counted pages. */
export type Print = { readonly placed: readonly Placed[]; readonly paging: 'single' | 'many' };

/** The weight of all that a render batch holds. */
export function addWeights({ placed }: Print): number {
  return placed.reduce((sum, { weight }) => sum + weight, 0);
}

/** The render batches of many invoices: short ones together, those that look longer than a page alone. */
export function planRenderBatches(invoices: readonly PrintableInvoice[]): Print[] {
  const placed = invoices.map((invoice, place) => ({
    place,
    invoice,
    weight: weighRender(invoice.document),
  }));
  const { short = [], long = [] } = Object.groupBy(placed, ({ invoice }) =>
    isShort(invoice) ? 'short' : 'long',
  );
  return [...groupShort(short), ...long.map((one) => planCountedRenderBatch(one))];
}

/** No render batch may hold the browser for long: small ones of others wait for it. */
function groupShort(short: readonly Placed[]): Print[] {
  const groups: Placed[][] = [];
  let room = 0;
  for (const one of short) {
    const group = groups.at(-1);
    if (group !== undefined && group.length < INVOICES_PER_RENDER_BATCH && one.weight <= room)
      group.push(one);
    else {
      groups.push([one]);
      room = WEIGHT_PER_RENDER_BATCH;
    }
    room -= one.weight;
  }
  return groups.map((placed) => ({ placed, paging: 'single' }));
}

/** One that cannot even be measured is printed alone, so that it fails alone. */
function isShort(invoice: PrintableInvoice): boolean {
  try {
    return fitsOnePage(invoice);
  } catch {
    return false;
  }
}

/** What is printed now where a render batch may hold no more than so many invoices, and what is left of it. */
export function divideRenderBatch(
  renderBatch: Print,
  most: number,
): readonly [now: Print, later: Print | null] {
  const { placed, paging } = renderBatch;
  if (placed.length <= most) return [renderBatch, null];
  return [
    { placed: placed.slice(0, most), paging },
    { placed: placed.slice(most), paging },
  ];
}

/** The render batch of one invoice alone, with counted pages. */
export function planCountedRenderBatch(placed: Placed): Print {
  return { placed: [placed], paging: 'many' };
}

/** What is put into the page for a render batch. */
export type RenderBatchContent = {
  readonly body: string;
  /** What its texts are set in beside the main font. */
  readonly fonts: readonly FontFile[];
  readonly invoices: number;
  /** For an invoice of counted pages; null where each invoice has one page. */
  readonly paging: Paging | null;
};

/** What pages of a long invoice say that other pages do not: whose they are, and the sum of the lines before. */
export type Paging = {
  /** Lines of text at the head of each page but the first. */
  readonly continuation: string;
  /** Of no line, of the first, of the first two and so on, as they are printed. */
  readonly sums: readonly string[];
  /** What such a sum is called at the end of a page, and at the beginning of the next one. */
  readonly sumLabels: readonly [over: string, forward: string];
  /** Before the number of a page, and before how many there are. */
  readonly pageLabels: readonly [before: string, between: string];
};

/** The texts of a markup: in them `<` and `>` are written otherwise. */
const TEXTS = /[^<>]+/g;

/** The markup of a render batch, in which every text is written with the letters that the product's fonts have. */
export function buildRenderBatchContent({ placed, paging }: Print): RenderBatchContent {
  const logos = new LogoSheet();
  const sections = placed.map(({ invoice }) => {
    const logo = invoice.issuerProfile?.logo ?? null;
    const context = {
      mark: buildMark(invoice.issuedInvoiceId),
      logoClass: logo === null ? null : logos.addLogo(logo),
    };
    return String(buildInvoiceSection(invoice, paging, context));
  });
  const counted = paging === 'many' ? placed[0]?.invoice : undefined;
  const markup = sections.join('\n').replaceAll(TEXTS, (text) => showText(text));
  const pages = counted === undefined ? null : buildPaging(counted);
  return {
    body: `<style>${logos.buildStyles()}</style>${markup}`,
    fonts: listFontFiles(`${markup}\n${pages?.continuation ?? ''}`),
    invoices: placed.length,
    paging: pages,
  };
}

function buildPaging(invoice: PrintableInvoice): Paging {
  const { labels, notation, page } = wordingOf(invoice);
  const amounts = listPrintedAmounts(invoice.document).map(({ amount }) => amount);
  return {
    continuation: showText(buildContinuation(invoice)),
    sums: buildRunningSums(amounts).map(notation.formatMoney),
    sumLabels: [labels.carriedOver, labels.broughtForward],
    pageLabels: page,
  };
}
