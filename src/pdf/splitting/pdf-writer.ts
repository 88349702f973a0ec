import { deflateSync } from 'node:zlib';

/** An object of the file: where it begins, or in which object stream it stands at which place. */
type Entry = readonly [type: 1 | 2, offsetOrStream: number, generationOrPlace: number];

/** Of each entry's parts: a byte, four and three. */
const ENTRY_LENGTH = 8;
/** Each byte is the difference to that of the entry before (PNG's filter "up"): numbers that go up by one become equal. */
const UP = 2;

/** Objects and their table are text that repeats itself; small windows and buffers are quick to open. */
const OBJECT_COMPRESSION = { level: 5, windowBits: 12, memLevel: 6, chunkSize: 2048 };
const TABLE_COMPRESSION = { level: 3, windowBits: 10, memLevel: 4, chunkSize: 512 };

/** Writes objects under numbers of their own, and where each is (PDF 1.7 with object streams and a cross-reference stream). */
export class PdfWriter {
  readonly #chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u{e2}\u{e3}\u{cf}\u{d3}\n', 'latin1')];
  readonly #entries: Entry[] = [];
  #length = 15;
  #lastId = 0;

  reserveId(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  write(id: number, dictionary: string, stream: Buffer | null = null): void {
    this.#entries[id] = [1, this.#length, 0];
    if (stream === null) {
      this.#push(Buffer.from(`${id} 0 obj\n${dictionary}\nendobj\n`, 'latin1'));
      return;
    }
    this.#push(Buffer.from(`${id} 0 obj\n${dictionary} stream\n`, 'latin1'));
    this.#push(stream);
    this.#push(Buffer.from('\nendstream\nendobj\n', 'latin1'));
  }

  /** Writes many objects without streams as one compressed one. @param firstId of the first; the next ones follow it, and were reserved. */
  writeTogether(firstId: number, objects: readonly string[]): void {
    const streamId = this.reserveId();
    let offset = 0;
    let heads = '';
    objects.forEach((object, place) => {
      heads += `${firstId + place} ${offset} `;
      offset += object.length + 1;
      this.#entries[firstId + place] = [2, streamId, place];
    });
    const text = Buffer.from(`${heads}${objects.join(' ')} `, 'latin1');
    const stream = deflateSync(text, OBJECT_COMPRESSION);
    const dictionary = `<</Type /ObjStm /N ${objects.length} /First ${heads.length} /Filter /FlateDecode /Length ${stream.length}>>`;
    this.write(streamId, dictionary, stream);
  }

  /** The bytes of the file. */
  finish(rootId: number, infoId: number): Buffer {
    const id = this.reserveId();
    const start = this.#length;
    this.#entries[id] = [1, start, 0];
    const table = deflateSync(this.#buildTable(), TABLE_COMPRESSION);
    const form = `/W [1 4 3] /Filter /FlateDecode /DecodeParms <</Predictor 12 /Columns ${ENTRY_LENGTH}>>`;
    this.write(
      id,
      `<</Type /XRef /Size ${id + 1} /Root ${rootId} 0 R /Info ${infoId} 0 R ${form} /Length ${table.length}>>`,
      table,
    );
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#chunks);
  }

  #buildTable(): Buffer {
    const rowLength = ENTRY_LENGTH + 1;
    const plain = Buffer.alloc(ENTRY_LENGTH * (this.#lastId + 1));
    // Number 0 is free, and so is its generation for ever.
    plain.writeUIntBE(0xff_ff, 5, 3);
    for (let id = 1; id <= this.#lastId; id += 1) {
      const [type, where, place] = this.#entries[id]!;
      plain.writeUIntBE(type, id * ENTRY_LENGTH, 1);
      plain.writeUIntBE(where, id * ENTRY_LENGTH + 1, 4);
      plain.writeUIntBE(place, id * ENTRY_LENGTH + 5, 3);
    }
    const filtered = Buffer.alloc(rowLength * (this.#lastId + 1));
    for (let id = 0; id <= this.#lastId; id += 1) {
      filtered[id * rowLength] = UP;
      for (let at = 0; at < ENTRY_LENGTH; at += 1) {
        const byte = id * ENTRY_LENGTH + at;
        filtered[id * rowLength + 1 + at] = plain[byte]! - (plain[byte - ENTRY_LENGTH] ?? 0);
      }
    }
    return filtered;
  }

  #push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#length += chunk.length;
  }
}
