import { inflateSync } from 'node:zlib';

const WOFF_HEADER = 44;
const WOFF_ENTRY = 20;
const HEADER = 12;
const ENTRY = 16;

/**
 * Unpacks a WOFF 1.0 font into the TrueType font that it contains. pdfkit would otherwise inflate
 * its tables in JavaScript for every document.
 */
export function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12);
  const power = Math.floor(Math.log2(count));
  const header = Buffer.alloc(HEADER);
  woff.copy(header, 0, 4, 8);
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(ENTRY * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(ENTRY * (count - 2 ** power), 10);

  const directory: Buffer[] = [];
  const tables: Buffer[] = [];
  let place = HEADER + ENTRY * count;
  for (let index = 0; index < count; index += 1) {
    const entry = WOFF_HEADER + WOFF_ENTRY * index;
    const [offset, packedLength, length] = [4, 8, 12].map((field) => woff.readUInt32BE(entry + field)) as [
      number,
      number,
      number,
    ];
    const packed = woff.subarray(offset, offset + packedLength);
    const table = packedLength < length ? inflateSync(packed, { maxOutputLength: length }) : packed;
    const row = Buffer.alloc(ENTRY);
    // The tag and the checksum of the table.
    woff.copy(row, 0, entry, entry + 4);
    woff.copy(row, 4, entry + 16, entry + 20);
    row.writeUInt32BE(place, 8);
    row.writeUInt32BE(length, 12);
    directory.push(row);
    const padding = -length & 3;
    tables.push(table, Buffer.alloc(padding));
    place += length + padding;
  }
  return Buffer.concat([header, ...directory, ...tables]);
}
