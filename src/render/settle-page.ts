import { titleOf } from './template/document-title.ts';
import type { PrintableInvoice } from '../contracts/printable-invoice.ts';
import type { Placed, Print } from './render-plan.ts';
import { planCountedRenderBatch } from './render-plan.ts';
import type { FinishedPdf } from './postprocess/finished-pdf.ts';
import { finishInvoicePdf, type InvoiceFacts } from './postprocess/finish-invoice-pdf.ts';
import { readPdf } from './postprocess/pdf-file.ts';
import { DRAFT } from './template/notices.ts';
import { SPANISH } from './template/languages/spanish.ts';
import { wordingOf } from './template/languages/wordings.ts';
import { readPrintedSections } from './postprocess/split-render-batch.ts';

/** The PDF of an issued invoice, or the reason why it could not be rendered. */
export type PageResult = FinishedPdf | { readonly issuedInvoiceId: number; readonly error: Error };

export type PlacedResult = { readonly place: number; readonly result: PageResult };

/** The outcome of a render batch: the results, and what must be rendered again. */
export type Settled = { readonly results: readonly PlacedResult[]; readonly again: readonly Print[] };

/**
 * Splits a render batch into one PDF per invoice. An invoice that needs more pages than planned is
 * rendered again with numbered pages.
 * @throws when the render batch does not contain exactly these invoices in this order.
 */
export function splitRenderBatch({ placed, paging }: Print, bytes: Buffer): Settled {
  const file = readPdf(bytes);
  const sections = readPrintedSections(file);
  const printed = sections.map(({ issuedInvoiceId }) => issuedInvoiceId).join();
  const planned = placed.map(({ invoice }) => invoice.issuedInvoiceId).join();
  if (printed !== planned)
    throw new Error(`A render batch of the invoices ${planned} contains ${printed} instead`);
  const results: PlacedResult[] = [];
  const again: Print[] = [];
  sections.forEach((section, index) => {
    const one = placed[index] as Placed;
    const { place, invoice } = one;
    const pages = section.pages.length;
    if (paging === 'single' && pages > 1) {
      again.push(planCountedRenderBatch(one));
      return;
    }
    results.push({ place, result: finishInvoicePdf(file, section, collectFacts(invoice)) });
  });
  return { results, again };
}

function collectFacts(invoice: PrintableInvoice): InvoiceFacts {
  const { document, issuerProfile, annulledOn, isDraft } = invoice;
  const wording = wordingOf(invoice);
  const { annulled, described, tag } = wording;
  const { number, issuer } = document;
  const valid = isDraft === true ? DRAFT : titleOf(document, wording);
  return {
    title: described.title(annulledOn === null ? valid : annulled, number, issuer.name),
    author: issuer.name,
    language: tag,
    lawLanguage: SPANISH.tag,
    qrUrl: isDraft === true ? null : invoice.qrUrl,
    accent: issuerProfile?.accent ?? null,
    alternatives: {
      qr: described.qr,
      logo: issuerProfile?.logo == null ? null : described.logo(issuer.name),
    },
  };
}

/**
 * Handles a failed render batch: its invoices are retried one by one, and only the one that causes
 * the error fails.
 */
export function settleFailure(renderBatch: Print, cause: unknown): Settled {
  const { placed, paging } = renderBatch;
  if (placed.length > 1) {
    return { results: [], again: placed.map((one) => ({ placed: [one], paging })) };
  }
  const error = cause instanceof Error ? cause : new Error(String(cause));
  return { results: giveUpRender(renderBatch, error), again: [] };
}

/** Fails each invoice of a render batch that is not rendered. */
export function giveUpRender({ placed }: Print, error: Error): PlacedResult[] {
  return placed.map(({ place, invoice }) => ({
    place,
    result: { issuedInvoiceId: invoice.issuedInvoiceId, error },
  }));
}
