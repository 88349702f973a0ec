import { inflateSync } from 'node:zlib';
import { ENTRY_LENGTH, FORM, PDF_HEADER, UP } from './pdf-bytes.ts';
import { readObject, UnexpectedPdfError, type PdfObject } from './pdf-file.ts';

/** A PDF in the form that this engine writes. */
export type WrittenPdf = {
  /** The bytes with one character per byte. */
  readonly text: string;
  /** Offset of the cross-reference stream. */
  readonly tableOffset: number;
  readonly rootId: number;
  readonly infoId: number;
  /** One more than the highest number of an object. */
  readonly size: number;
  /**
   * Reads an object that is not in an object stream.
   * @throws {@link UnexpectedPdfError} if there is none of this number.
   */
  readonly read: (id: number) => PdfObject;
};

const TABLE_HEAD = new RegExp(
  String.raw`^(\d+) 0 obj\n<</Type /XRef /Size (\d+) /Root (\d+) 0 R /Info (\d+) 0 R ${FORM.replaceAll(/[[\]]/g, String.raw`\$&`)} /Filter /FlateDecode /Length (\d+)>> stream\n`,
);

/** Removes the filter of the rows of a cross-reference stream. */
function unfilter(rows: Buffer): Buffer {
  const rowLength = ENTRY_LENGTH + 1;
  const plain = Buffer.alloc((rows.length / rowLength) * ENTRY_LENGTH);
  for (let row = 0; row * rowLength < rows.length; row += 1) {
    if (rows[row * rowLength] !== UP) throw new UnexpectedPdfError('A row of the table has another filter');
    for (let at = 0; at < ENTRY_LENGTH; at += 1) {
      const byte = row * ENTRY_LENGTH + at;
      plain[byte] = rows[row * rowLength + 1 + at]! + (plain[byte - ENTRY_LENGTH] ?? 0);
    }
  }
  return plain;
}

function readTable(bytes: Buffer, start: number, length: number, size: number): Buffer {
  let rows: Buffer;
  try {
    rows = inflateSync(bytes.subarray(start, start + length), { maxOutputLength: size * (ENTRY_LENGTH + 1) });
  } catch (error) {
    throw new UnexpectedPdfError('The table of objects is damaged', { cause: error });
  }
  if (rows.length !== size * (ENTRY_LENGTH + 1))
    throw new UnexpectedPdfError('The table of objects has another length');
  return unfilter(rows);
}

/**
 * Opens a PDF that the writer of this engine wrote (write-pdf.ts).
 * @throws {@link UnexpectedPdfError} for a file of any other origin, also for one that was updated
 *   afterwards.
 */
export function openWrittenPdf(bytes: Buffer): WrittenPdf {
  const text = bytes.toString('latin1');
  const tableOffset = Number(/\nstartxref\n(\d+)\n%%EOF\n$/.exec(text.slice(-64))?.[1]);
  const head = TABLE_HEAD.exec(text.slice(tableOffset));
  if (head === null || !bytes.subarray(0, PDF_HEADER.length).equals(PDF_HEADER))
    throw new UnexpectedPdfError('The file is not a PDF that this engine wrote');
  const [, , size, rootId, infoId, length] = head.map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const table = readTable(bytes, tableOffset + head[0].length, length, size);
  return {
    text,
    tableOffset,
    rootId,
    infoId,
    size,
    read(id) {
      if (id >= size || table[id * ENTRY_LENGTH] !== 1)
        throw new UnexpectedPdfError(`Object ${id} is missing`);
      return readObject(bytes, text, id, table.readUInt32BE(id * ENTRY_LENGTH + 1));
    },
  };
}
