import { extractTextItems, getDocumentProxy, getMeta } from 'unpdf';
import type { RenderResult } from '../../../src/render/renderer.ts';

/** A piece of text with its position on the page, in points from the lower left corner. */
export type TextItem = {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly fontSize: number;
};

/** A PDF as an independent reader reads it. */
export type ReadPdf = {
  readonly title: string | undefined;
  readonly pages: readonly { readonly items: readonly TextItem[]; readonly text: string }[];
  /** All text without blanks and line breaks, because lines can wrap anywhere. */
  readonly squashed: string;
};

/** Removes all white space from a text, so that comparisons ignore line breaks. */
export function squash(text: string): string {
  return text.replaceAll(/\s/gu, '');
}

/** Returns the PDF of a result. Throws the error of a failed result. */
export function getContent(result: RenderResult | undefined): Buffer {
  if (result === undefined) throw new Error('There is no result');
  if ('error' in result) throw result.error;
  return result.content;
}

/** Reads text, geometry and title with pdf.js. */
export async function readPdf(pdf: Buffer): Promise<ReadPdf> {
  const document = await getDocumentProxy(Uint8Array.from(pdf));
  const { items } = await extractTextItems(document);
  const { info } = await getMeta(document);
  const pages = items.map((page) => ({
    items: page.map(({ str, x, y, width, fontSize }) => ({ text: str, x, y, width, fontSize })),
    text: page.map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''),
  }));
  return {
    title: (info as { Title?: string }).Title,
    pages,
    squashed: squash(pages.map(({ text }) => text).join('')),
  };
}
