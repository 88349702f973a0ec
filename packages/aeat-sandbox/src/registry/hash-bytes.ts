import { createHash } from 'node:crypto';

/** Returns the SHA-256 of a received message in hexadecimal digits. */
export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
