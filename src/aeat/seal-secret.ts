import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/*
 * Secrets at rest, as PKCS#12 files and their passphrases: version (1 byte), nonce (12), authentication tag (16), ciphertext, AES-256-GCM.
 */

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 1 + NONCE_BYTES + TAG_BYTES;

/** A sealed secret that does not open. */
export class SealError extends Error {
  override name = 'SealError';
}

/**
 * Seals a secret.
 * @param key 32 bytes.
 * @param context names what the secret is and whose, and is needed to open it: so that it opens nowhere else.
 * @throws RangeError where the key has another length.
 */
export function sealSecret(key: Uint8Array, plaintext: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, checkKey(key), nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(buildAdditionalData(context));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([Buffer.of(VERSION), nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Opens what `sealSecret` sealed.
 * @throws SealError where key or context are others, or a bit was changed; RangeError where the key has another length.
 */
export function openSecret(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  if (sealed.length < HEADER_BYTES || sealed[0] !== VERSION) throw new SealError('Not a sealed secret');
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const decipher = createDecipheriv(ALGORITHM, checkKey(key), nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(buildAdditionalData(context));
  decipher.setAuthTag(sealed.subarray(1 + NONCE_BYTES, HEADER_BYTES));
  try {
    return Buffer.concat([decipher.update(sealed.subarray(HEADER_BYTES)), decipher.final()]);
  } catch (error) {
    throw new SealError('The sealed secret belongs to another key or place, or was changed', {
      cause: error,
    });
  }
}

function buildAdditionalData(context: string): Buffer {
  return Buffer.concat([Buffer.of(VERSION), Buffer.from(context)]);
}

function checkKey(key: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The key has ${key.length} bytes instead of ${KEY_BYTES}`);
  return key;
}
