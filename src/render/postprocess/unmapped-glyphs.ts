import { inflateSync } from 'node:zlib';
import { UnexpectedPdfError } from './pdf-file.ts';
import type { WrittenPdf } from './written-pdf.ts';

/*
 * Chromium maps a glyph that corresponds to no single letter, as scripts such as Arabic and Thai
 * have them, to U+0000, and gives its text as the ActualText of a span around it. PDF/A-3a (ISO
 * 19005-3, 6.2.11.7.2) and PDF/UA-1 (ISO 14289-1, 7.21.7) forbid this value.
 */

const FONT_CMAPS = /<<\/Type \/Font\b[^\0]{0,20000}?\/ToUnicode (\d+) 0 R/g;
/** A line of a CMap that maps one code to a forbidden value. */
const FORBIDDEN = /^(<[0-9A-F]+> <)(?:0000|FEFF|FFFE)>$/gm;
/** Far more than a font with all glyphs needs. */
const MOST_BYTES = 16 * 1024 * 1024;

/** A ToUnicode CMap and the number of its object. */
type CMap = { readonly id: number; readonly content: string };

/**
 * Lists the ToUnicode CMaps of a PDF that have forbidden values, each with the replacement
 * character U+FFFD instead.
 */
export function listMendedCMaps({ text, read }: Pick<WrittenPdf, 'text' | 'read'>): CMap[] {
  const ids = new Set([...text.matchAll(FONT_CMAPS)].map(([, id]) => Number(id)));
  return [...ids].flatMap((id) => {
    const { parts, stream } = read(id);
    if (stream === null) throw new UnexpectedPdfError(`Object ${id} is not a CMap`);
    const isCompressed = parts[0]?.includes('/Filter /FlateDecode') === true;
    const bytes = isCompressed ? inflateSync(stream, { maxOutputLength: MOST_BYTES }) : stream;
    const content = bytes.toString('latin1');
    const mended = content.replaceAll(FORBIDDEN, '$1FFFD>');
    return mended === content ? [] : [{ id, content: mended }];
  });
}
