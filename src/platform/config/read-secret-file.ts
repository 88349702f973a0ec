import { closeSync, openSync, readSync } from 'node:fs';

/** More than any secret has; what is larger is another file, or one without an end. */
const MAX_BYTES = 64 * 1024;

/**
 * Reads a secret from its file, without a byte order mark and without the blanks and line breaks at its ends.
 * @returns the secret, or what is wrong with the file: never a part of it.
 */
export function readSecretFile(file: string): { readonly secret: string } | { readonly fault: string } {
  let bytes: Buffer;
  try {
    bytes = readBeginning(file);
  } catch (error) {
    return { fault: `can't be read: ${(error as NodeJS.ErrnoException).code}` };
  }
  if (bytes.length > MAX_BYTES) return { fault: `names a file of more than ${MAX_BYTES} bytes` };
  const secret = bytes.toString('utf8').trim();
  return secret === '' ? { fault: 'names an empty file' } : { secret };
}

function readBeginning(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(MAX_BYTES + 1);
    let length = 0;
    for (;;) {
      const count = readSync(descriptor, bytes, length, bytes.length - length, null);
      length += count;
      if (count === 0 || length === bytes.length) return bytes.subarray(0, length);
    }
  } finally {
    closeSync(descriptor);
  }
}
