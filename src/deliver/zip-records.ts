/*
 * The records of a ZIP archive with uncompressed files (APPNOTE.TXT 6.3, by PKWARE): the bytes
 * before, between and after the files.
 */

export type ZipEntry = {
  /** ASCII. */
  readonly name: string;
  readonly crc32: number;
  /** Length of the file, less than 4 GB. */
  readonly bytes: number;
  /** Offset of the file's header in the ZIP. */
  readonly offset: number;
};

/** Placeholder for a value that does not fit in 32 bits; the ZIP64 records contain the value. */
const MAX_32 = 0xffff_ffff;
const VERSION = { plain: 20, zip64: 45 };
/** Made on Unix; the attributes mean a regular file that everybody may read. */
const MADE_BY = (3 << 8) | VERSION.zip64;
const READABLE_FILE = 0o100_644 * 0x1_0000;

/** Returns the header that precedes the bytes of a file. */
export function buildFileHeader(entry: ZipEntry, modified: Date): Buffer {
  const head = Buffer.alloc(30);
  head.writeUInt32LE(0x04034b50, 0);
  head.writeUInt16LE(VERSION.plain, 4);
  writeFacts(head.subarray(6), entry, modified);
  const extra = buildTime(modified);
  head.writeUInt16LE(extra.length, 28);
  return Buffer.concat([head, Buffer.from(entry.name, 'latin1'), extra]);
}

/** Returns the records after the last file: the central directory and its end records. */
export function buildDirectory(entries: readonly ZipEntry[], modified: Date): Buffer {
  const last = entries.at(-1);
  const start = last === undefined ? 0 : last.offset + buildFileHeader(last, modified).length + last.bytes;
  const files = Buffer.concat(entries.map((entry) => buildDirectoryEntry(entry, modified)));
  const isLong = start + files.length >= MAX_32;
  const long = isLong ? buildLongEnd(entries.length, start, files.length) : Buffer.alloc(0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(files.length, 12);
  end.writeUInt32LE(isLong ? MAX_32 : start, 16);
  return Buffer.concat([files, long, end]);
}

function buildDirectoryEntry(entry: ZipEntry, modified: Date): Buffer {
  const isFar = entry.offset >= MAX_32;
  const head = Buffer.alloc(46);
  head.writeUInt32LE(0x02014b50, 0);
  head.writeUInt16LE(MADE_BY, 4);
  head.writeUInt16LE(isFar ? VERSION.zip64 : VERSION.plain, 6);
  writeFacts(head.subarray(8), entry, modified);
  const extra = Buffer.concat([buildTime(modified), isFar ? buildFarOffset(entry.offset) : Buffer.alloc(0)]);
  head.writeUInt16LE(extra.length, 30);
  head.writeUInt32LE(READABLE_FILE, 38);
  head.writeUInt32LE(isFar ? MAX_32 : entry.offset, 42);
  return Buffer.concat([head, Buffer.from(entry.name, 'latin1'), extra]);
}

/**
 * Writes the fields that both headers of a file share: flags and method (both 0), time, checksum,
 * size before and after compression, and length of the name.
 */
function writeFacts(at: Buffer, { name, crc32, bytes }: ZipEntry, modified: Date): void {
  const time =
    (modified.getUTCHours() << 11) | (modified.getUTCMinutes() << 5) | (modified.getUTCSeconds() >> 1);
  const date =
    ((modified.getUTCFullYear() - 1980) << 9) | ((modified.getUTCMonth() + 1) << 5) | modified.getUTCDate();
  at.writeUInt16LE(time, 4);
  at.writeUInt16LE(date, 6);
  at.writeUInt32LE(crc32, 8);
  at.writeUInt32LE(bytes, 12);
  at.writeUInt32LE(bytes, 16);
  at.writeUInt16LE(name.length, 20);
}

/**
 * Returns the extra field "UT" with the time in UTC, because the time in the header has no time
 * zone.
 */
function buildTime(modified: Date): Buffer {
  const field = Buffer.alloc(9);
  field.writeUInt16LE(0x5455, 0);
  field.writeUInt16LE(5, 2);
  field.writeUInt8(1, 4);
  field.writeUInt32LE(Math.floor(modified.getTime() / 1000), 5);
  return field;
}

function buildFarOffset(offset: number): Buffer {
  const field = Buffer.alloc(12);
  field.writeUInt16LE(0x0001, 0);
  field.writeUInt16LE(8, 2);
  field.writeBigUInt64LE(BigInt(offset), 4);
  return field;
}

function buildLongEnd(count: number, start: number, bytes: number): Buffer {
  const end = Buffer.alloc(76);
  end.writeUInt32LE(0x06064b50, 0);
  // Length of the rest of this record.
  end.writeBigUInt64LE(44n, 4);
  end.writeUInt16LE(MADE_BY, 12);
  end.writeUInt16LE(VERSION.zip64, 14);
  end.writeBigUInt64LE(BigInt(count), 24);
  end.writeBigUInt64LE(BigInt(count), 32);
  end.writeBigUInt64LE(BigInt(bytes), 40);
  end.writeBigUInt64LE(BigInt(start), 48);
  // Locator: offset of the record above.
  end.writeUInt32LE(0x07064b50, 56);
  end.writeBigUInt64LE(BigInt(start + bytes), 64);
  end.writeUInt32LE(1, 72);
  return end;
}
