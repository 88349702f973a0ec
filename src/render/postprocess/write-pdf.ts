import { zlibSync, type ZlibOptions } from 'fflate';
import type { FinishedObject, FinishedPdf } from './finished-pdf.ts';
import { buildQrDrawing } from './qr-drawing.ts';

/*
 * Version 1 of the extractor. The bytes that it writes never change; a change requires a new version in addition to this one. The output
 * of zlib differs between releases of Node.js and between processors, therefore the compression is implemented in JavaScript.
 */

/** An object of the file: its offset, or the number of its object stream and its index in that stream. */
type Entry = readonly [type: 1 | 2, offsetOrStream: number, generationOrPlace: number];

/** Length of an entry in bytes: its parts have one, four and three bytes. */
const ENTRY_LENGTH = 8;
/** PNG's filter "up": each byte is the difference to the byte of the previous entry. Consecutive numbers become equal bytes. */
const UP = 2;
const COMPRESSION: ZlibOptions = { level: 6 };

/** Writes the bytes of a PDF (1.7, with object streams and a cross-reference stream). The same objects give the same bytes. */
export function writePdf({ objects, rootId, infoId }: FinishedPdf): Buffer {
  const file = new PdfBytes();
  for (const object of objects) writeObject(file, object);
  return file.finish(rootId, infoId);
}

function writeObject(file: PdfBytes, object: FinishedObject): void {
  const { id } = object;
  switch (object.kind) {
    case 'plain': {
      return file.write(id, object.text);
    }
    case 'bytes': {
      return file.write(id, object.text, object.bytes);
    }
    case 'drawing': {
      return file.compress(id, '', object.operators);
    }
    case 'qr': {
      const { begin, address, box } = object.qr;
      return file.compress(id, '', `${begin}${buildQrDrawing(address, box)}\nEMC`);
    }
    case 'together': {
      return file.writeTogether(id, object.firstId, object.texts);
    }
  }
}

class PdfBytes {
  readonly #chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\u{e2}\u{e3}\u{cf}\u{d3}\n', 'latin1')];
  readonly #entries: Entry[] = [];
  #length = 15;

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

  finish(rootId: number, infoId: number): Buffer {
    const start = this.#length;
    const id = this.#entries.length;
    this.#entries[id] = [1, start, 0];
    const form = `/W [1 4 3] /DecodeParms <</Predictor 12 /Columns ${ENTRY_LENGTH}>>`;
    const entries = `/Type /XRef /Size ${id + 1} /Root ${rootId} 0 R /Info ${infoId} 0 R ${form} `;
    this.compress(id, entries, this.#buildTable());
    this.#push(Buffer.from(`startxref\n${start}\n%%EOF\n`, 'latin1'));
    return Buffer.concat(this.#chunks);
  }

  #buildTable(): Buffer {
    const rowLength = ENTRY_LENGTH + 1;
    const count = this.#entries.length;
    const plain = Buffer.alloc(ENTRY_LENGTH * count);
    // Object 0 is always free.
    plain.writeUIntBE(0xff_ff, 5, 3);
    for (let id = 1; id < count; id += 1) {
      const [type, where, place] = this.#entries[id]!;
      plain.writeUIntBE(type, id * ENTRY_LENGTH, 1);
      plain.writeUIntBE(where, id * ENTRY_LENGTH + 1, 4);
      plain.writeUIntBE(place, id * ENTRY_LENGTH + 5, 3);
    }
    const filtered = Buffer.alloc(rowLength * count);
    for (let id = 0; id < count; id += 1) {
      filtered[id * rowLength] = UP;
      for (let at = 0; at < ENTRY_LENGTH; at += 1) {
        const byte = id * ENTRY_LENGTH + at;
        filtered[id * rowLength + 1 + at] = plain[byte]! - (plain[byte - ENTRY_LENGTH] ?? 0);
      }
    }
    return filtered;
  }

  #push(chunk: Uint8Array): void {
    this.#chunks.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#length += chunk.length;
  }
}
