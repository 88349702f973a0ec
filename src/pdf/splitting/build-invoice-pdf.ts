import { deflateSync, inflateSync } from 'node:zlib';
import { GREY, INK } from '../template/accent.ts';
import { printStructure } from '../tagging/print-structure.ts';
import { openPalette } from '../tagging/roles.ts';
import { StructureTree } from '../tagging/structure-tree.ts';
import { openColourReader, openContentTagger } from '../tagging/tag-content.ts';
import { buildInfo, buildXmp, type PdfFacts } from './build-metadata.ts';
import { UnexpectedPdfError, type PdfFile, type PdfObject } from './pdf-file.ts';
import { buildLiteral, buildTextString } from './pdf-strings.ts';
import { PdfWriter } from './pdf-writer.ts';
import type { Box, PrintedSection } from './printed-sections.ts';
import { buildQrDrawing } from './qr-drawing.ts';

/** Small windows and buffers suit a few kilobytes: as small as with the defaults, in two thirds of the time. */
const QR_COMPRESSION = { windowBits: 10, memLevel: 4, level: 5, chunkSize: 2048 };
const PAGE_COMPRESSION = { windowBits: 13, memLevel: 6, level: 5, chunkSize: 4096 };

/** Copies objects and all that they refer to, each once, under the numbers of the new file. */
class ObjectCopier {
  readonly #file: PdfFile;
  readonly #writer: PdfWriter;
  readonly #newIds = new Map<number, number>();

  constructor(file: PdfFile, writer: PdfWriter) {
    this.#file = file;
    this.#writer = writer;
  }

  /** The new number of an object of the print. */
  copy(id: number): number {
    const known = this.#newIds.get(id);
    if (known !== undefined) return known;
    const object = this.#file.objects.get(id);
    if (object === undefined) throw new UnexpectedPdfError(`Object ${id} is missing`);
    const newId = this.#writer.reserveId();
    this.#newIds.set(id, newId);
    this.#writer.write(newId, this.print(object), object.stream);
    return newId;
  }

  print({ parts, references }: Pick<PdfObject, 'parts' | 'references'>): string {
    let text = parts[0] ?? '';
    references.forEach((id, index) => {
      text += `${this.copy(id)} 0 R${parts[index + 1]}`;
    });
    return text;
  }
}

/** What a page of the print paints, as text. */
function readContents({ objects }: PdfFile, id: number): string {
  const { parts, stream } = objects.get(id) ?? {};
  if (!stream || parts?.length !== 1) throw new UnexpectedPdfError(`Object ${id} is no contents of a page`);
  if (!parts[0]!.includes('/Filter')) return stream.toString('latin1');
  if (!parts[0]!.includes('/Filter /FlateDecode\n'))
    throw new UnexpectedPdfError(`Object ${id} is compressed in another way`);
  return inflateSync(stream).toString('latin1');
}

function writeDrawing(writer: PdfWriter, operators: string, compression: object): number {
  const id = writer.reserveId();
  const drawing = deflateSync(Buffer.from(operators, 'latin1'), compression);
  writer.write(id, `<</Filter /FlateDecode /Length ${drawing.length}>>`, drawing);
  return id;
}

/** @param key of the link in the structure. */
function writeLink(writer: PdfWriter, address: string, box: Box, description: string, key: number): number {
  const id = writer.reserveId();
  const action = `<</S /URI /URI ${buildLiteral(address)}>>`;
  writer.write(
    id,
    `<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${box.join(' ')}] /Contents ${description} /StructParent ${key} /A ${action}>>`,
  );
  return id;
}

/** What the PDF of an invoice is beside its pages. */
export type InvoiceFacts = PdfFacts & {
  readonly qrUrl: string | null;
  readonly accent: string | null;
  /** What is read out where the pictures are; `logo` is null where there is none. */
  readonly alternatives: { readonly qr: string; readonly logo: string | null };
  /** BCP 47. */
  readonly lawLanguage: string;
};

/** By accent. */
const colourReaders = new Map<string | null, ReturnType<typeof openColourReader>>();
const MAX_ACCENTS = 50;

function recallColours(accent: string | null): ReturnType<typeof openColourReader> {
  const known = colourReaders.get(accent);
  if (known !== undefined) return known;
  if (colourReaders.size === MAX_ACCENTS) colourReaders.clear();
  const reader = openColourReader(openPalette([INK, GREY, ...(accent === null ? [] : [accent])]));
  colourReaders.set(accent, reader);
  return reader;
}

function openTree({ language, lawLanguage, alternatives: { qr, logo } }: InvoiceFacts): StructureTree {
  return new StructureTree({
    language: buildLiteral(language),
    lawLanguage: lawLanguage === language ? null : buildLiteral(lawLanguage),
    logo: buildTextString(logo ?? ''),
    qr: buildTextString(qr),
  });
}

/**
 * The PDF of one invoice out of a print: its pages with what they use, the QR drawn into the box of its mark and linked to
 * the same address, the structure of what they say (ops/adr/0037), title and language. The same print gives the same bytes: no date, no random id.
 */
export function buildInvoicePdf(file: PdfFile, section: PrintedSection, facts: InvoiceFacts): Buffer {
  const { qrUrl, accent, alternatives } = facts;
  const writer = new PdfWriter();
  const copier = new ObjectCopier(file, writer);
  const tree = openTree(facts);
  const tagContent = openContentTagger(recallColours(accent), {
    beginText: (role) => tree.markText(role),
    beginPicture: () => (alternatives.logo === null ? null : tree.markLogo()),
  });
  const [catalogId, pagesId, infoId, metadataId] = [1, 2, 3, 4].map(() => writer.reserveId());
  let annotationId: number | null = null;
  const pageIds = section.pages.map((page, index) => {
    const id = writer.reserveId();
    const contents: number[] = [];
    let links = '';
    tree.beginPage();
    if (index === 0 && qrUrl !== null) {
      // The QR comes first: the print leaves its own scale and clip behind at its end.
      const drawing = `${tree.markQr()}${buildQrDrawing(qrUrl, section.markBox)}\nEMC`;
      contents.push(writeDrawing(writer, drawing, QR_COMPRESSION));
      const description = buildTextString(alternatives.qr);
      annotationId = writeLink(writer, qrUrl, section.markBox, description, section.pages.length);
      links = `/Annots [${annotationId} 0 R] /Tabs /S`;
    }
    const dictionary = copier.print(page.dictionary);
    contents.push(writeDrawing(writer, tagContent(readContents(file, page.contentsId)), PAGE_COMPRESSION));
    const list = contents.map((contentsId) => `${contentsId} 0 R`).join(' ');
    const own = `/Parent ${pagesId} 0 R /Contents [${list}] /StructParents ${index} ${links}>>`;
    writer.write(id, dictionary.replace(/>>$/, own));
    return id;
  });
  const root = writer.reserveId();
  tree.elements.forEach(() => writer.reserveId());
  writer.writeTogether(root, printStructure(tree, { root, pages: pageIds, annotation: annotationId }));

  const kids = pageIds.map((id) => `${id} 0 R`).join(' ');
  writer.write(pagesId!, `<</Type /Pages /Count ${pageIds.length} /Kids [${kids}]>>`);
  writer.write(infoId!, buildInfo(facts));
  const metadata = buildXmp(facts);
  writer.write(metadataId!, `<</Type /Metadata /Subtype /XML /Length ${metadata.length}>>`, metadata);
  writer.write(
    catalogId!,
    `<</Type /Catalog /Pages ${pagesId} 0 R /Lang ${buildLiteral(facts.language)} /MarkInfo <</Marked true>> /StructTreeRoot ${root} 0 R /Metadata ${metadataId} 0 R /ViewerPreferences <</DisplayDocTitle true>>>>`,
  );
  return writer.finish(catalogId!, infoId!);
}
