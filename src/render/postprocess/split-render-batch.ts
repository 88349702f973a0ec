import type { Box } from './finished-pdf.ts';
import {
  cutAtReferences,
  printObject,
  UnexpectedPdfError,
  type PdfFile,
  type PdfObject,
} from './pdf-file.ts';

/*
 * Determines which pages belong to which invoice. The template places a link at the top of each
 * invoice, whose address is a mark of that invoice. Chromium writes the link on the page where the
 * invoice begins. The render batch itself therefore proves the split.
 */

const MARK_SCHEME = 'x-invoice:';

/** Returns the address of the link that marks the beginning of an invoice. */
export function buildMark(issuedInvoiceId: number): string {
  return `${MARK_SCHEME}${issuedInvoiceId}`;
}

export type PrintedPage = {
  /** The dictionary of the page without parent, contents and annotations. */
  readonly dictionary: Pick<PdfObject, 'parts' | 'references'>;
  readonly contentsId: number;
};

/**
 * An invoice in a render batch: its pages, and the box of the link that marks it, into which its QR
 * code is drawn.
 */
export type PrintedSection = {
  readonly issuedInvoiceId: number;
  readonly markBox: Box;
  readonly pages: PrintedPage[];
};

type Mark = Pick<PrintedSection, 'issuedInvoiceId' | 'markBox'>;

function getObject(file: PdfFile, id: number): PdfObject {
  const object = file.objects.get(id);
  if (object === undefined) throw new UnexpectedPdfError(`Object ${id} is missing`);
  return object;
}

function listPageIds(file: PdfFile, nodeId: number, depth = 0): number[] {
  const node = printObject(getObject(file, nodeId));
  if (/\/Type \/Page\b(?!s)/.test(node)) return [nodeId];
  const kids = /\/Kids \[([\d R]*)\]/.exec(node)?.[1];
  if (kids === undefined || depth > 20) throw new UnexpectedPdfError('The page tree is malformed');
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, id]) => listPageIds(file, Number(id), depth + 1));
}

function readMark(annotation: string): Mark {
  const mark = new RegExp(String.raw`/S /URI\n/URI \(${MARK_SCHEME}(\d+)\)`).exec(annotation)?.[1];
  const box = /\/Rect \[([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)\]/.exec(annotation);
  if (mark === undefined || box === null || !annotation.includes('/Subtype /Link')) {
    throw new UnexpectedPdfError('A page has an annotation that is not the link of an invoice');
  }
  return {
    issuedInvoiceId: Number(mark),
    markBox: [Number(box[1]), Number(box[2]), Number(box[3]), Number(box[4])],
  };
}

/** Dictionary entries of a page that are not copied. */
const DROPPED_ENTRIES =
  /\/(?:Parent \d+ 0 R|Contents \d+ 0 R|Annots \[[\d R]*\]|Tabs \/S|StructParents \d+)\n?/g;

function readPage(file: PdfFile, id: number): { page: PrintedPage; marks: readonly Mark[] } {
  const text = printObject(getObject(file, id));
  const contentsId = /\/Contents (\d+) 0 R/.exec(text)?.[1];
  if (contentsId === undefined || !text.includes('/MediaBox [') || !text.includes('/Resources <<')) {
    throw new UnexpectedPdfError(`Page object ${id} lacks contents, size or resources`);
  }
  const annotations = /\/Annots \[([\d R]*)\]/.exec(text)?.[1] ?? '';
  const marks = [...annotations.matchAll(/(\d+) 0 R/g)].map(([, annotationId]) =>
    readMark(printObject(getObject(file, Number(annotationId)))),
  );
  const dictionary = cutAtReferences(text.replaceAll(DROPPED_ENTRIES, ''));
  return { page: { dictionary, contentsId: Number(contentsId) }, marks };
}

/** Returns the invoices of a render batch in order, each with all its pages. */
export function readPrintedSections(file: PdfFile): PrintedSection[] {
  const pagesId = /\/Pages (\d+) 0 R/.exec(printObject(getObject(file, file.rootId)))?.[1];
  if (pagesId === undefined) throw new UnexpectedPdfError('The catalog has no pages');
  const sections: PrintedSection[] = [];
  for (const id of listPageIds(file, Number(pagesId))) {
    const { page, marks } = readPage(file, id);
    if (marks.length > 1) throw new UnexpectedPdfError('Two invoices begin on one page');
    for (const mark of marks) sections.push({ ...mark, pages: [] });
    const section = sections.at(-1);
    if (section === undefined) throw new UnexpectedPdfError('The first page does not begin an invoice');
    section.pages.push(page);
  }
  return sections;
}
