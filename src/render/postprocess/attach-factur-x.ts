import { createHash } from 'node:crypto';
import { buildHybridXmp, PRODUCER, XML_NAME } from './factur-x-metadata.ts';
import { PdfBytes } from './pdf-bytes.ts';
import { printObject, UnexpectedPdfError } from './pdf-file.ts';
import { buildLiteral } from './pdf-strings.ts';
import { buildSrgbProfile } from './srgb-profile.ts';
import { listMendedCMaps } from './unmapped-glyphs.ts';
import { openWrittenPdf } from './written-pdf.ts';

/** What makes the PDF of an invoice a hybrid invoice. */
export type FacturX = {
  /** The invoice in the syntax CII, profile EN 16931. */
  readonly xml: string;
  /**
   * When the invoice was issued: the date of the file and of the embedded XML. Milliseconds are
   * dropped.
   */
  readonly issuedAt: Date;
};

const NAME = buildLiteral(XML_NAME);
const END_OF_RDF = '</rdf:RDF></x:xmpmeta>';

/** Inserts entries at the end of a dictionary. */
function addEntries(dictionary: string, entries: string): string {
  return dictionary.replace(/>>$/, () => ` ${entries}>>`);
}

/** Lists the entries of the catalog by which a PDF becomes a hybrid invoice. */
function listCatalogEntries(fileId: number, profileId: number): string {
  const intent = `<</Type /OutputIntent /S /GTS_PDFA1 /OutputConditionIdentifier (sRGB) /Info (sRGB IEC61966-2.1) /DestOutputProfile ${profileId} 0 R>>`;
  return `/OutputIntents [${intent}] /AF [${fileId} 0 R] /Names <</EmbeddedFiles <</Names [${NAME} ${fileId} 0 R]>>>>`;
}

/**
 * Returns the file identifier (ISO 32000-1, 14.4): the hash of the PDF, and of everything that the
 * hybrid invoice is made from.
 */
function buildFileId(pdf: Buffer, xml: string, date: string): string {
  const hash = createHash('sha256').update(pdf);
  const [first, second] = [hash.copy(), hash.update(`${date}${xml}`)];
  return [first, second].map((one) => `<${one.digest('hex').slice(0, 32)}>`).join(' ');
}

/**
 * Makes the PDF of an invoice a hybrid invoice: PDF/A-3a (ISO 19005-3) with the invoice as XML in
 * it (Factur-X 1.09, which is ZUGFeRD 2.5). The result begins with the unchanged PDF, followed by
 * an incremental update, so pages, texts and tags stay as they are. The same input gives the same
 * bytes.
 * @param pdf the finished PDF of one issued invoice, as it is delivered.
 * @throws {@link UnexpectedPdfError} for a PDF that this engine did not write, or that was changed
 *   afterwards.
 */
export function attachFacturX(pdf: Buffer, { xml, issuedAt }: FacturX): Buffer {
  const file = openWrittenPdf(pdf);
  const { rootId, infoId, size, tableOffset, read } = file;
  const catalog = printObject(read(rootId));
  const metadataId = Number(/ \/Metadata (\d+) 0 R /.exec(catalog)?.[1] ?? 0);
  const packet = read(metadataId).stream?.toString();
  if (packet?.includes(END_OF_RDF) !== true) throw new UnexpectedPdfError('The PDF has no XMP metadata');

  const xmpDate = `${issuedAt.toISOString().slice(0, 19)}Z`;
  const date = buildLiteral(`D:${xmpDate.replaceAll(/[-:T]/g, '')}`);
  const dates = `/CreationDate ${date} /ModDate ${date}`;
  const metadata = Buffer.from(packet.replace(END_OF_RDF, (end) => buildHybridXmp(packet, xmpDate) + end));
  const content = Buffer.from(xml);
  const catalogId = size;
  const newInfoId = size + 1;
  const fileId = size + 2;
  const xmlId = size + 3;
  const profileId = size + 4;
  const streamId = size + 5;

  const update = new PdfBytes(pdf);
  update.write(metadataId, `<</Type /Metadata /Subtype /XML /Length ${metadata.length}>>`, metadata);
  update.compress(
    xmlId,
    `/Type /EmbeddedFile /Subtype /text#2Fxml /Params <</Size ${content.length} ${dates}>> `,
    content,
  );
  update.compress(profileId, '/N 3 ', buildSrgbProfile());
  update.writeTogether(streamId, catalogId, [
    addEntries(catalog, listCatalogEntries(fileId, profileId)),
    addEntries(printObject(read(infoId)), `/Producer ${buildLiteral(PRODUCER)} ${dates}`),
    `<</Type /Filespec /F ${NAME} /UF ${NAME} /Desc (Factur-X) /AFRelationship /Alternative /EF <</F ${xmlId} 0 R /UF ${xmlId} 0 R>>>>`,
  ]);
  for (const cmap of listMendedCMaps(file)) update.compress(cmap.id, '', cmap.content);
  const id = buildFileId(pdf, xml, xmpDate);
  return update.finish(catalogId, newInfoId, `/Prev ${tableOffset} /ID [${id}] `);
}
