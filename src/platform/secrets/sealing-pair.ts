import {
  createCipheriv,
  createDecipheriv,
  createPrivateKey,
  createPublicKey,
  diffieHellman,
  generateKeyPairSync,
  hkdfSync,
  type KeyObject,
} from 'node:crypto';

/*
 * Secrets that one process seals and only others can unseal: X25519 (RFC 7748) with an ephemeral
 * key, HKDF-SHA-256 (RFC 5869) and AES-256-GCM. The pair is derived from the key of
 * `seal-secret.ts`, so no further key must be configured. Format: version (1 byte), id of that key
 * (4), ephemeral public key (32), authentication tag (16), ciphertext. Each secret has its own
 * ephemeral key, from which its key and nonce are derived.
 */

const ALGORITHM = 'aes-256-gcm';
export const BOX_VERSION = 2;
const NAME_BYTES = 4;
const PUBLIC_BYTES = 32;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const FRONT_BYTES = 1 + NAME_BYTES;
/** Length in bytes of a sealed empty secret. */
export const BOX_BYTES = FRONT_BYTES + PUBLIC_BYTES + TAG_BYTES;
/** What precedes the 32 bytes of an X25519 key in PKCS #8 (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b656e04220420', 'hex');

/** A public key with which a process can seal, and the id of the key from which it is derived. */
export type PublicSealingKey = { readonly name: string; readonly publicKey: Buffer };

/** Returns the public key of a pair. @param key the 32 bytes from which the pair is derived. */
export function derivePublicKey(key: Uint8Array): Buffer {
  return exportRaw(createPublicKey(derivePrivateKey(key)));
}

function derivePrivateKey(key: Uint8Array): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'sealing pair', KEY_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

function exportRaw(publicKey: KeyObject): Buffer {
  return Buffer.from(publicKey.export({ format: 'jwk' }).x!, 'base64url');
}

function importRaw(publicKey: Uint8Array): KeyObject {
  const x = Buffer.from(publicKey).toString('base64url');
  return createPublicKey({ key: { kty: 'OKP', crv: 'X25519', x }, format: 'jwk' });
}

/**
 * Seals a secret for the owner of a pair.
 * @param context identifies the secret and its owner; it is required to unseal it.
 */
export function sealForOwner(
  { name, publicKey }: PublicSealingKey,
  plaintext: Uint8Array,
  context: string,
): Buffer {
  const front = Buffer.concat([Buffer.of(BOX_VERSION), Buffer.from(name, 'hex')]);
  const ephemeral = generateKeyPairSync('x25519');
  const sent = exportRaw(ephemeral.publicKey);
  const shared = diffieHellman({ privateKey: ephemeral.privateKey, publicKey: importRaw(publicKey) });
  const { key, nonce } = deriveKey(shared, sent, publicKey);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.concat([front, Buffer.from(context)]));
  const ciphertext = Buffer.concat([cipher.update(plaintext), cipher.final()]);
  return Buffer.concat([front, sent, cipher.getAuthTag(), ciphertext]);
}

/**
 * Unseals what `sealForOwner` sealed.
 * @param key the 32 bytes from which the pair is derived.
 * @throws Error if the secret was sealed for another pair or context, or was changed.
 */
export function unsealAsOwner(key: Uint8Array, sealed: Uint8Array, context: string): Buffer {
  const privateKey = derivePrivateKey(key);
  const sent = sealed.subarray(FRONT_BYTES, FRONT_BYTES + PUBLIC_BYTES);
  const shared = diffieHellman({ privateKey, publicKey: importRaw(sent) });
  const derived = deriveKey(shared, sent, exportRaw(createPublicKey(privateKey)));
  const decipher = createDecipheriv(ALGORITHM, derived.key, derived.nonce, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.concat([sealed.subarray(0, FRONT_BYTES), Buffer.from(context)]));
  decipher.setAuthTag(sealed.subarray(FRONT_BYTES + PUBLIC_BYTES, BOX_BYTES));
  return Buffer.concat([decipher.update(sealed.subarray(BOX_BYTES)), decipher.final()]);
}

function deriveKey(shared: Buffer, sent: Uint8Array, publicKey: Uint8Array) {
  const salt = Buffer.concat([sent, publicKey]);
  const derived = Buffer.from(hkdfSync('sha256', shared, salt, 'sealed secret', KEY_BYTES + NONCE_BYTES));
  return { key: derived.subarray(0, KEY_BYTES), nonce: derived.subarray(KEY_BYTES) };
}
