import type { PrintableInvoice } from '../contracts/printable-invoice.ts';
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
import { listPrintedAmounts } from '../domain/invoice/printed-amounts.ts';
import { buildMark } from './postprocess/split-render-batch.ts';

/** Maximum total weight of the documents of a render batch. 25 ordinary documents weigh less. */
const WEIGHT_PER_RENDER_BATCH = 100 * 1024;

/** An invoice with its weight and its index in the input, which is also its index in the result. */
export type Placed = { readonly place: number; readonly invoice: PrintableInvoice; readonly weight: number };

/**
 * The content of one render batch: invoices of one page each, or one invoice with numbered pages.
 */
export type Print = { readonly placed: readonly Placed[]; readonly paging: 'single' | 'many' };

/** Returns the total weight of a render batch. */
export function addWeights({ placed }: Print): number {
  return placed.reduce((sum, { weight }) => sum + weight, 0);
}

/**
 * Plans the render batches of many invoices: groups short ones, and places each invoice that looks
 * longer than a page in its own render batch.
 */
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

/**
 * Groups short invoices into render batches that do not occupy the browser for long, because small
 * renderings of other organizations wait for it.
 */
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

/** Returns false for an invoice that cannot be measured. It is rendered alone and fails alone. */
function isShort(invoice: PrintableInvoice): boolean {
  try {
    return fitsOnePage(invoice);
  } catch {
    return false;
  }
}

/**
 * Splits a render batch that may contain at most the given number of invoices into the part to
 * render now and the remainder.
 */
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

/** Plans the render batch of one invoice with numbered pages. */
export function planCountedRenderBatch(placed: Placed): Print {
  return { placed: [placed], paging: 'many' };
}

/** The content that is inserted into the page for a render batch. */
export type RenderBatchContent = {
  readonly body: string;
  /** The fonts that its texts need in addition to the main font. */
  readonly fonts: readonly FontFile[];
  readonly invoices: number;
  /** For an invoice with numbered pages; null when each invoice has one page. */
  readonly paging: Paging | null;
};

/**
 * Texts that appear only on the pages of a long invoice: the identity of the invoice and the
 * running sums.
 */
export type Paging = {
  /** Lines of text at the head of each page except the first. */
  readonly continuation: string;
  /** The printed running sums: of no line, of the first line, of the first two lines, and so on. */
  readonly sums: readonly string[];
  /** Labels of the running sum at the end of a page and at the beginning of the next page. */
  readonly sumLabels: readonly [over: string, forward: string];
  /** Texts before the page number and before the number of pages. */
  readonly pageLabels: readonly [before: string, between: string];
};

/** Matches the text of markup, in which `<` and `>` are escaped. */
const TEXTS = /[^<>]+/g;

/**
 * Builds the markup of a render batch. Every text uses only characters for which the product's
 * fonts have glyphs.
 */
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
