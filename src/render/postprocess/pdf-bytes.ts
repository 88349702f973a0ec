import { zlibSync, type ZlibOptions } from 'fflate';

/*
 * The bytes of a PDF (1.7, with object streams and a cross-reference stream). They belong to
 * version 1 of the extractor and never change. The output of zlib differs between releases of
 * Node.js and between processors, therefore the compression is implemented in JavaScript.
 */

/**
 * An object of the file: its offset, or the number of its object stream and its index in that
 * stream.
 */
type Entry = readonly [type: 0 | 1 | 2, offsetOrStream: number, generationOrPlace: number];

/** Object 0 is always free. */
const FREE: Entry = [0, 0, 0xff_ff];
/** Length of an entry in bytes: its parts have one, four and three bytes. */
export const ENTRY_LENGTH = 8;
/**
 * PNG's filter "up": each byte is the difference to the byte of the previous entry. Consecutive
 * numbers become equal bytes.
 */
export const UP = 2;
export const FORM = `/W [1 4 3] /DecodeParms <</Predictor 12 /Columns ${ENTRY_LENGTH}>>`;
const COMPRESSION: ZlibOptions = { level: 6 };
export const PDF_HEADER = Buffer.from('%PDF-1.7\n%\u{e2}\u{e3}\u{cf}\u{d3}\n', 'latin1');

/**
 * Collects the objects of a PDF, or of an incremental update (ISO 32000-1, 7.5.6). The same objects
 * give the same bytes.
 */
export class PdfBytes {
  readonly #chunks: Buffer[];
  readonly #entries: Entry[] = [FREE];
  #length: number;

  /**
   * @param before the bytes that precede the objects: the header of a file, or the whole file that
   *   is updated.
   */
  constructor(before: Buffer = PDF_HEADER) {
    this.#chunks = [before];
    this.#length = before.length;
  }

  write(id: number, dictionary: string, stream: Uint8Array | null = null): void {
    this.#entries[id] = [1, this.#length, 0];
    if (stream === null) return this.#push(Buffer.from(`${id} 0 obj\n${dictionary}\nendobj\n`, 'latin1'));
    this.#push(Buffer.from(`${id} 0 obj\n${dictionary} stream\n`, 'latin1'));
    this.#push(stream);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  compress(id: number, entries: string, content: string | Buffer): void {
    const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
    const stream = zlibSync(bytes, COMPRESSION);
    this.write(id, `<<${entries}/Filter /FlateDecode /Length ${stream.length}>>`, stream);
  }

  writeTogether(id: number, firstId: number, texts: readonly string[]): void {
    let offset = 0;
    let heads = '';
    texts.forEach((text, place) => {
      heads += `${firstId + place} ${offset} `;
      offset += text.length + 1;
      this.#entries[firstId + place] = [2, id, place];
    });
    const entries = `/Type /ObjStm /N ${texts.length} /First ${heads.length} `;
    this.compress(id, entries, `${heads}${texts.join(' ')} `);
  }

  /**
   * Ends the file.
   * @param more entries of the trailer besides those that every file has, each followed by a blank.
   */
  finish(rootId: number, infoId: number, more = ''): Buffer {
    const start = this.#length;
    const id = this.#entries.length;
    this.#entries[id] = [1, start, 0];
    const ids = Object.keys(this.#entries).map(Number);
    const index = ids.length > id ? '' : `/Index [${listRuns(ids)}] `;
    const entries = `/Type /XRef /Size ${id + 1} /Root ${rootId} 0 R /Info ${infoId} 0 R ${more}${index}${FORM} `;
    this.compress(id, entries, this.#buildTable(ids));
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#chunks);
  }

  #buildTable(ids: readonly number[]): Buffer {
    const rowLength = ENTRY_LENGTH + 1;
    const plain = Buffer.alloc(ENTRY_LENGTH * ids.length);
    ids.forEach((id, row) => {
      const [type, where, place] = this.#entries[id]!;
      plain.writeUIntBE(type, row * ENTRY_LENGTH, 1);
      plain.writeUIntBE(where, row * ENTRY_LENGTH + 1, 4);
      plain.writeUIntBE(place, row * ENTRY_LENGTH + 5, 3);
    });
    const filtered = Buffer.alloc(rowLength * ids.length);
    for (let row = 0; row < ids.length; row += 1) {
      filtered[row * rowLength] = UP;
      for (let at = 0; at < ENTRY_LENGTH; at += 1) {
        const byte = row * ENTRY_LENGTH + at;
        filtered[row * rowLength + 1 + at] = plain[byte]! - (plain[byte - ENTRY_LENGTH] ?? 0);
      }
    }
    return filtered;
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#length += chunk.length;
  }
}

/** Lists the consecutive runs of ascending numbers, each as its first number and its length. */
function listRuns(ids: readonly number[]): string {
  const firsts = ids.filter((id, place) => id - 1 !== ids[place - 1]);
  return firsts
    .map((first, run) => {
      const end = run + 1 < firsts.length ? ids.indexOf(firsts[run + 1]!) : ids.length;
      return `${first} ${end - ids.indexOf(first)}`;
    })
    .join(' ');
}
