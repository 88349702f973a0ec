import { deflateSync } from 'node:zlib';
import { UnexpectedPdfError, type PdfFile, type PdfObject } from './pdf-file.ts';
import type { Box, PrintedSection } from './printed-sections.ts';
import { buildQrDrawing } from './qr-drawing.ts';

const CATALOG_ID = 1;
const PAGES_ID = 2;
const INFO_ID = 3;
/** A small window suits a few kilobytes: as small as with the defaults, in two thirds of the time. */
const QR_COMPRESSION = { windowBits: 10, memLevel: 4, level: 5 };

/** A PDF string of printable ASCII. */
function buildLiteral(text: string): string {
  if (!/^[\x20-\x7e]*$/.test(text)) throw new UnexpectedPdfError('A PDF string here must be printable ASCII');
  return `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)})`;
}

/** A PDF text string of any text: UTF-16 with its byte order mark. */
function buildTextString(text: string): string {
  return `<${Buffer.from(`\u{feff}${text}`, 'utf16le').swap16().toString('hex')}>`;
}

/** Collects objects under new numbers and writes them with their xref table. */
class PdfWriter {
  readonly #chunks: Buffer[] = [Buffer.from('%PDF-1.4\n%\u{e2}\u{e3}\u{cf}\u{d3}\n', 'latin1')];
  readonly #offsets: number[] = [];
  #length = 15;
  #lastId = INFO_ID;

  reserveId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  write(id: number, dictionary: string, stream: Buffer | null = null): void {
    this.#offsets[id] = this.#length;
    if (stream === null) {
      this.#push(Buffer.from(`${id} 0 obj\n${dictionary}\nendobj\n`, 'latin1'));
      return;
    }
    this.#push(Buffer.from(`${id} 0 obj\n${dictionary} stream\n`, 'latin1'));
    this.#push(stream);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  finish(): Buffer {
    const entries = ['0000000000 65535 f \n'];
    for (let id = 1; id <= this.#lastId; id += 1) {
      entries.push(`${String(this.#offsets[id]).padStart(10, '0')} 00000 n \n`);
    }
    const trailer = `<</Size ${this.#lastId + 1} /Root ${CATALOG_ID} 0 R /Info ${INFO_ID} 0 R>>`;
    this.#chunks.push(
      Buffer.from(
        `xref\n0 ${this.#lastId + 1}\n${entries.join('')}trailer\n${trailer}\nstartxref\n${this.#length}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(this.#chunks);
  }

  #push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }
}

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

function writeQr(writer: PdfWriter, address: string, box: Box): { drawingId: number; linkId: number } {
  const drawingId = writer.reserveId();
  const drawing = deflateSync(Buffer.from(buildQrDrawing(address, box), 'latin1'), QR_COMPRESSION);
  writer.write(drawingId, `<</Filter /FlateDecode /Length ${drawing.length}>>`, drawing);
  const linkId = writer.reserveId();
  const action = `<</S /URI /URI ${buildLiteral(address)}>>`;
  writer.write(
    linkId,
    `<</Type /Annot /Subtype /Link /F 4 /Border [0 0 0] /Rect [${box.join(' ')}] /Contents (QR tributario) /A ${action}>>`,
  );
  return { drawingId, linkId };
}

/** What a document says about itself beside its pages. */
export type PdfFacts = {
  readonly title: string;
  readonly author: string;
  /** BCP 47. */
  readonly language: string;
  readonly qrUrl: string | null;
};

/**
 * The PDF of one invoice out of a print: its pages with what they use, the QR drawn into the box of its mark and linked to
 * the same address, title and language. The same print gives the same bytes: no date, no random id.
 */
export function buildInvoicePdf(file: PdfFile, section: PrintedSection, facts: PdfFacts): Buffer {
  const writer = new PdfWriter();
  const copier = new ObjectCopier(file, writer);
  const pageIds = section.pages.map((page, index) => {
    const id = writer.reserveId();
    const qr = index === 0 && facts.qrUrl !== null ? writeQr(writer, facts.qrUrl, section.markBox) : null;
    const dictionary = copier.print(page.dictionary);
    const contentsId = copier.copy(page.contentsId);
    // The QR comes first: the print leaves its own scale and clip behind at its end.
    const contents = qr === null ? `${contentsId} 0 R` : `[${qr.drawingId} 0 R ${contentsId} 0 R]`;
    const links = qr === null ? '' : `/Annots [${qr.linkId} 0 R]`;
    const own = `/Parent ${PAGES_ID} 0 R /Contents ${contents} ${links}>>`;
    writer.write(id, dictionary.replace(/>>$/, own));
    return id;
  });
  const kids = pageIds.map((id) => `${id} 0 R`).join(' ');
  writer.write(
    CATALOG_ID,
    `<</Type /Catalog /Pages ${PAGES_ID} 0 R /Lang ${buildLiteral(facts.language)} /ViewerPreferences <</DisplayDocTitle true>>>>`,
  );
  writer.write(PAGES_ID, `<</Type /Pages /Count ${pageIds.length} /Kids [${kids}]>>`);
  writer.write(
    INFO_ID,
    `<</Title ${buildTextString(facts.title)} /Author ${buildTextString(facts.author)}>>`,
  );
  return writer.finish();
}
