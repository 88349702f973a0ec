import { escapeHtml } from '../../domain/html/html-template.ts';
import { buildTextString } from './pdf-strings.ts';

/** The metadata of a document. */
export type PdfFacts = {
  readonly title: string;
  readonly author: string;
  /** Language tag (BCP 47). */
  readonly language: string;
};

/** Characters that XML 1.0 cannot represent, even as references. */
// oxlint-disable-next-line no-control-regex -- these are what is looked for
const NO_XML = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu;

function buildXmlText(text: string): string {
  return escapeHtml(text.replaceAll(NO_XML, '\u{fffd}'));
}

/** Builds the document information dictionary. */
export function buildInfo({ title, author }: PdfFacts): string {
  return `<</Title ${buildTextString(title)} /Author ${buildTextString(author)}>>`;
}

/**
 * Builds the same metadata as an XMP packet (ISO 16684-1), which programs find without parsing the
 * PDF. It contains no dates and no ids, so the same invoice has the same bytes.
 */
export function buildXmp({ title, author, language }: PdfFacts): Buffer {
  return Buffer.from(`<?xpacket begin="\u{feff}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/">
<dc:format>application/pdf</dc:format>
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">${buildXmlText(title)}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>${buildXmlText(author)}</rdf:li></rdf:Seq></dc:creator>
<dc:language><rdf:Bag><rdf:li>${buildXmlText(language)}</rdf:li></rdf:Bag></dc:language>
</rdf:Description></rdf:RDF></x:xmpmeta>
<?xpacket end="r"?>`);
}
