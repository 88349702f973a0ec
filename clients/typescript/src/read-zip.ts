import { EngineError } from './engine-error.ts';
import { tooLargeError } from './exchange.ts';

/** A file of an archive. */
export type ArchivedFile = { readonly name: string; readonly content: Uint8Array };

/* Signatures and offsets by PKWARE's APPNOTE 6.3, 4.3.7 and 4.3.12. */
const LOCAL_FILE = 0x04034b50;
const CENTRAL_DIRECTORY = 0x02014b50;
const END_OF_DIRECTORY = 0x06054b50;
const HEADER_BYTES = 30;
const SIZE_IS_BEHIND = 0x08;
const STORED = 0;

/** The largest file in bytes, far more than an invoice of 100 pages has. */
export const MOST_OF_PDF = 64 * 1024 * 1024;
const MOST_OF_NAME = 1024;
/** The most files. A batch has at most 1000 invoices, and there is a manifest. */
const MOST_FILES = 10_000;

/**
 * Reads the engine's archives as a stream, one file at a time. Files are stored uncompressed, each
 * with size and checksum before it. Memory is bounded: the number of files is limited, and only one
 * file of at most 64 MB is in memory.
 * @throws EngineError `too_large` if an archive exceeds these limits; `unreadable` if it has
 *   another format or is damaged; `unreachable` if it ends early.
 */
export async function* readZip(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<ArchivedFile, void, void> {
  const pieces = chunks[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  async function take(length: number): Promise<Uint8Array> {
    const parts = [rest];
    let there = rest.length;
    while (there < length) {
      const next = await pieces.next();
      if (next.done) throw buildError('unreachable', 'The archive ended too early');
      parts.push(next.value);
      there += next.value.length;
    }
    const joined = parts.length === 1 ? rest : join(parts, there);
    rest = joined.subarray(length);
    return joined.subarray(0, length);
  }
  try {
    for (let files = 0; ; files += 1) {
      const signature = readNumbers(await take(4)).getUint32(0, true);
      if (signature === CENTRAL_DIRECTORY || signature === END_OF_DIRECTORY) return;
      if (signature !== LOCAL_FILE) throw buildError('unreadable', 'The answer is not a ZIP archive');
      const header = readNumbers(await take(HEADER_BYTES - 4));
      const [flags, method] = [header.getUint16(2, true), header.getUint16(4, true)];
      if (method !== STORED || (flags & SIZE_IS_BEHIND) !== 0)
        throw buildError('unreadable', 'The archive has a format that this client does not support');
      const [size, nameLength] = [header.getUint32(14, true), header.getUint16(22, true)];
      if (files >= MOST_FILES)
        throw buildError(
          'too_large',
          `The archive has more than ${MOST_FILES} files, which is more than any batch has`,
        );
      if (nameLength > MOST_OF_NAME)
        throw buildError('too_large', `A file of the archive has a name of more than ${MOST_OF_NAME} bytes`);
      const name = new TextDecoder().decode(await take(nameLength));
      if (size > MOST_OF_PDF)
        throw tooLargeError(0, `The file ${JSON.stringify(name)} of the archive`, MOST_OF_PDF);
      await take(header.getUint16(24, true));
      const content = (await take(size)).slice();
      if (computeCrc32(content) !== header.getUint32(10, true))
        throw buildError('unreadable', `${JSON.stringify(name)} does not match its checksum`);
      yield { name, content };
    }
  } finally {
    await pieces.return?.();
  }
}

function buildError(code: string, message: string): EngineError {
  return new EngineError({ status: 0, code, message });
}

const readNumbers = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

function join(parts: readonly Uint8Array[], length: number): Uint8Array {
  const joined = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    joined.set(part, offset);
    offset += part.length;
  }
  return joined;
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

function computeCrc32(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) crc = (crc >>> 8) ^ CRC_TABLE[(crc ^ byte) & 0xff]!;
  return (crc ^ 0xffffffff) >>> 0;
}
