import { inflateSync } from 'node:zlib';
import type { Box, FinishedPdf } from './finished-pdf.ts';
import { GREY, INK } from '../template/accent.ts';
import { printStructure } from './print-structure.ts';
import { openPalette } from '../template/roles.ts';
import { StructureTree } from './structure-tree.ts';
import { openColourReader, openContentTagger } from './tag-content.ts';
import { buildInfo, buildXmp, type PdfFacts } from './build-metadata.ts';
import { UnexpectedPdfError, type PdfFile, type PdfObject } from './pdf-file.ts';
import { buildLiteral, buildTextString } from './pdf-strings.ts';
import { PdfRecorder } from './pdf-recorder.ts';
import type { PrintedSection } from './split-render-batch.ts';

/**
 * Copies objects and everything they reference, each once, and assigns the numbers of the new file.
 */
class ObjectCopier {
  readonly #file: PdfFile;
  readonly #recorder: PdfRecorder;
  readonly #newIds = new Map<number, number>();

  constructor(file: PdfFile, recorder: PdfRecorder) {
    this.#file = file;
    this.#recorder = recorder;
  }

  /**
   * Returns the new number of an object of the render batch, and copies the object on first use.
   */
  copy(id: number): number {
    const known = this.#newIds.get(id);
    if (known !== undefined) return known;
    const object = this.#file.objects.get(id);
    if (object === undefined) throw new UnexpectedPdfError(`Object ${id} is missing`);
    const newId = this.#recorder.reserveId();
    this.#newIds.set(id, newId);
    this.#recorder.write(newId, this.print(object), object.stream);
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

/** Maximum size of the decompressed content stream of a page, in bytes. */
const MOST_BYTES = 256 * 1024 * 1024;

/** Returns the content stream of a page of the render batch as text. */
function readContents({ objects }: PdfFile, id: number): string {
  const { parts, stream } = objects.get(id) ?? {};
  if (!stream || parts?.length !== 1)
    throw new UnexpectedPdfError(`Object ${id} is not the content of a page`);
  if (!parts[0]!.includes('/Filter')) return stream.toString('latin1');
  if (!parts[0]!.includes('/Filter /FlateDecode\n'))
    throw new UnexpectedPdfError(`Object ${id} is not compressed with FlateDecode`);
  return inflateSync(stream, { maxOutputLength: MOST_BYTES }).toString('latin1');
}

/**
 * Writes the link annotation of the QR code.
 * @param key key of the link in the structure tree.
 */
function writeLink(
  recorder: PdfRecorder,
  address: string,
  box: Box,
  description: string,
  key: number,
): number {
  const id = recorder.reserveId();
  const action = `<</S /URI /URI ${buildLiteral(address)}>>`;
  recorder.write(
    id,
    `<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${box.join(' ')}] /Contents ${description} /StructParent ${key} /A ${action}>>`,
  );
  return id;
}

/** The data of an invoice's PDF in addition to its pages. */
export type InvoiceFacts = PdfFacts & {
  readonly qrUrl: string | null;
  readonly accent: string | null;
  /** Alternative texts of the images; `logo` is null when there is no logo. */
  readonly alternatives: { readonly qr: string; readonly logo: string | null };
  /** Language tag (BCP 47). */
  readonly lawLanguage: string;
};

/** Colour readers by accent colour. */
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
 * Builds the PDF of one invoice from a render batch, except for its bytes. It contains the pages
 * with their resources, the QR code in the box of its mark with a link to the same address, the
 * structure tree (ops/adr/0026), title and language. The same render batch gives the same result:
 * it contains no date and no random id.
 */
export function finishInvoicePdf(file: PdfFile, section: PrintedSection, facts: InvoiceFacts): FinishedPdf {
  const { qrUrl, accent, alternatives } = facts;
  const { issuedInvoiceId, markBox, pages } = section;
  const recorder = new PdfRecorder();
  const copier = new ObjectCopier(file, recorder);
  const tree = openTree(facts);
  const tagContent = openContentTagger(recallColours(accent), {
    beginText: (role) => tree.markText(role),
    beginPicture: () => (alternatives.logo === null ? null : tree.markLogo()),
  });
  const [rootId, pagesId, infoId, metadataId] = [
    recorder.reserveId(),
    recorder.reserveId(),
    recorder.reserveId(),
    recorder.reserveId(),
  ];
  let annotationId: number | null = null;
  const pageIds = pages.map((page, index) => {
    const id = recorder.reserveId();
    const contents: number[] = [];
    let links = '';
    tree.beginPage();
    if (index === 0 && qrUrl !== null) {
      // The QR code is written first, because the page content ends with its own scale and clip.
      contents.push(recorder.writeQr({ begin: tree.markQr(), address: qrUrl, box: markBox }));
      const description = buildTextString(alternatives.qr);
      annotationId = writeLink(recorder, qrUrl, markBox, description, pages.length);
      links = `/Annots [${annotationId} 0 R] /Tabs /S`;
    }
    const dictionary = copier.print(page.dictionary);
    contents.push(recorder.writeDrawing(tagContent(readContents(file, page.contentsId))));
    const list = contents.map((contentsId) => `${contentsId} 0 R`).join(' ');
    const own = `/Parent ${pagesId} 0 R /Contents [${list}] /StructParents ${index} ${links}>>`;
    recorder.write(id, dictionary.replace(/>>$/, own));
    return id;
  });
  const treeId = recorder.reserveId();
  tree.elements.forEach(() => recorder.reserveId());
  recorder.writeTogether(
    treeId,
    printStructure(tree, { root: treeId, pages: pageIds, annotation: annotationId }),
  );

  const kids = pageIds.map((id) => `${id} 0 R`).join(' ');
  recorder.write(pagesId, `<</Type /Pages /Count ${pageIds.length} /Kids [${kids}]>>`);
  recorder.write(infoId, buildInfo(facts));
  const metadata = buildXmp(facts);
  recorder.write(metadataId, `<</Type /Metadata /Subtype /XML /Length ${metadata.length}>>`, metadata);
  recorder.write(
    rootId,
    `<</Type /Catalog /Pages ${pagesId} 0 R /Lang ${buildLiteral(facts.language)} /MarkInfo <</Marked true>> /StructTreeRoot ${treeId} 0 R /Metadata ${metadataId} 0 R /ViewerPreferences <</DisplayDocTitle true>>>>`,
  );
  return { issuedInvoiceId, pages: pages.length, objects: recorder.objects, rootId, infoId };
}
