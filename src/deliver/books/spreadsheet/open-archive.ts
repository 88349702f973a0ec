import { constants, crc32, deflateRawSync } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** A ZIP whose files are written one after another. The bytes leave while the files are written. */
export type Archive = {
  /** Begins a file. The one before must have ended. */
  readonly openFile: (name: string) => ArchiveFile;
  /** Writes the directory. Every file must have ended. */
  readonly end: () => void;
};

/** A file of less than 4 GB. */
export type ArchiveFile = {
  readonly write: (text: string) => void;
  readonly end: () => void;
};

/** A book waits for its compression, and higher levels take longer than they save bytes. */
const LEVEL = 3;
/** The last block of a compressed file: it is empty (RFC 1951, 3.2.6). */
const LAST_BLOCK = Uint8Array.of(3, 0);

/**
 * Opens a ZIP. fflate writes the archive and zlib compresses, which is three times faster than
 * fflate does. Each text is compressed by itself and ends on a byte, so that the compressed texts
 * together are one compressed file, and nothing waits in memory.
 */
export function openArchive(emit: (bytes: Uint8Array) => void): Archive {
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    emit(bytes);
  });
  return {
    openFile(name) {
      const file: ZipInputFile = { filename: name, size: 0, crc: 0, compression: 8 };
      zip.add(file);
      return {
        write(text) {
          const bytes = Buffer.from(text);
          file.size += bytes.length;
          file.crc = crc32(bytes, file.crc);
          const options = { level: LEVEL, finishFlush: constants.Z_SYNC_FLUSH };
          file.ondata!(null, deflateRawSync(bytes, options), false);
        },
        end: () => file.ondata!(null, LAST_BLOCK, true),
      };
    },
    end: () => zip.end(),
  };
}
