import type { XmlElement } from '../remission/xml-element.ts';
import { parseXml } from './internal/parse-xml.ts';
import { XmlError } from './internal/read-markup.ts';
import { decodeText } from './internal/read-outcome.ts';

/**
 * Reads a document of AEAT that stands alone, as a part of an answer.
 * @param contentType may name a charset other than UTF-8.
 * @param options `maxMarkup` is the most tags, attributes and references.
 * @returns its root element, or one line that says why it cannot be read.
 */
export function readXml(
  bytes: Uint8Array,
  contentType: string,
  { maxMarkup, keepsAttributes = false }: { readonly maxMarkup: number; readonly keepsAttributes?: boolean },
): XmlElement | string {
  try {
    return parseXml(decodeText(bytes, contentType), maxMarkup, keepsAttributes);
  } catch (error) {
    if (error instanceof XmlError) return error.message;
    throw error;
  }
}
