import { createCipheriv, createDecipheriv, hash, randomBytes } from 'node:crypto';
import { BOX_BYTES, BOX_VERSION, unsealAsOwner } from './sealing-pair.ts';

/*
 * Secrets at rest, such as PKCS#12 files and their passphrases, encrypted with AES-256-GCM. Format:
 * version (1 byte), key id (4), nonce (12), authentication tag (16), ciphertext. `sealing-pair.ts`
 * has a second version, for secrets that are sealed without the key.
 */

const ALGORITHM = 'aes-256-gcm';
const VERSION = 1;
const KEY_BYTES = 32;
const ID_BYTES = 4;
const FRONT_BYTES = 1 + ID_BYTES;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** A sealed secret cannot be unsealed. */
export class SealError extends Error {
  override name = 'SealError';
}

/**
 * Returns the id of a key, which reveals nothing about the key: the first four bytes of its
 * SHA-256. Operators therefore need not number keys.
 * @throws RangeError if the key does not have 32 bytes.
 */
export function nameKey(key: Uint8Array): string {
  return hash('sha256', checkKey(key)).slice(0, 2 * ID_BYTES);
}

/** Returns the id of the key that sealed a secret. */
export function nameSealingKey(sealed: Uint8Array): string {
  return Buffer.from(sealed.subarray(1, 1 + ID_BYTES)).toString('hex');
}

/**
 * Seals a secret.
 * @param key 32 bytes.
 * @param context identifies the secret and its owner. The same context is required to unseal it, so
 *   that a sealed secret cannot be used elsewhere.
 * @throws RangeError if the key does not have 32 bytes.
 */
export function sealSecret(key: Uint8Array, plaintext: Uint8Array, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const front = Buffer.concat([Buffer.of(VERSION), Buffer.from(nameKey(key), 'hex')]);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([front, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([front, nonce, cipher.getAuthTag(), ciphertext]);
}

/**
 * Unseals a secret that `sealSecret` or `sealForOwner` sealed.
 * @param keys the keys that may have sealed it.
 * @throws SealError if none of the keys sealed it, the context differs, or the data were changed;
 *   RangeError if a key does not have 32 bytes.
 */
export function unsealSecret(keys: readonly Uint8Array[], sealed: Uint8Array, context: string): Buffer {
  const names = keys.map(nameKey);
  const isBox = sealed[0] === BOX_VERSION && sealed.length >= BOX_BYTES;
  if (!isBox && (sealed[0] !== VERSION || sealed.length < FRONT_BYTES + NONCE_BYTES + TAG_BYTES))
    throw new SealError('The stored bytes are not an encrypted secret');
  const name = nameSealingKey(sealed);
  const key = keys.find((_key, index) => names[index] === name);
  if (key === undefined) {
    const known = names.length === 0 ? 'no key is set' : `only ${names.join(' and ')} is set`;
    throw new SealError(`It was encrypted with the key ${name}, but ${known}`);
  }
  try {
    return isBox ? unsealAsOwner(checkKey(key), sealed, context) : openWith(key, sealed, context);
  } catch (error) {
    throw new SealError('The secret was encrypted with another key or for another use, or was changed', {
      cause: error,
    });
  }
}

function openWith(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const tagAt = FRONT_BYTES + NONCE_BYTES;
  const nonce = sealed.subarray(FRONT_BYTES, tagAt);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([sealed.subarray(0, FRONT_BYTES), Buffer.from(context)]));
  decipher.setAuthTag(sealed.subarray(tagAt, tagAt + TAG_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(tagAt + TAG_BYTES)), decipher.final()]);
}

function checkKey(key: Uint8Array): Uint8Array {
  if (key.length !== KEY_BYTES)
    throw new RangeError(`The key has ${key.length} bytes instead of ${KEY_BYTES}`);
  return key;
}
