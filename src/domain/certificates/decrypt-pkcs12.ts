import { createDecipheriv, createHash, pbkdf2Sync } from 'node:crypto';
import {
  type Asn1,
  Asn1Error,
  INTEGER,
  listAsn1,
  OCTET_STRING,
  readObjectIdentifier,
  readOctets,
} from './der.ts';

/** The file is encrypted in a way that is not supported, such as RC2. */
export class UnsupportedEncryption extends Error {
  override name = 'UnsupportedEncryption';
}

/** PBES2 (RFC 8018), and the password-based encryption of PKCS#12 with SHA-1 and 3DES, which Windows uses by default. */
const PBES2 = '1.2.840.113549.1.5.13';
const SHA1_3DES = '1.2.840.113549.1.12.1.3';

/** Hash functions by the pseudo-random functions of PBKDF2. */
const HASHES: ReadonlyMap<string, string> = new Map([
  ['1.2.840.113549.2.7', 'sha1'],
  ['1.2.840.113549.2.9', 'sha256'],
  ['1.2.840.113549.2.10', 'sha384'],
  ['1.2.840.113549.2.11', 'sha512'],
]);
/** Ciphers and the length of their keys in bytes. */
const CIPHERS: ReadonlyMap<string, readonly [name: string, keyBytes: number]> = new Map([
  ['2.16.840.1.101.3.4.1.2', ['aes-128-cbc', 16]],
  ['2.16.840.1.101.3.4.1.22', ['aes-192-cbc', 24]],
  ['2.16.840.1.101.3.4.1.42', ['aes-256-cbc', 32]],
  ['1.2.840.113549.3.7', ['des-ede3-cbc', 24]],
]);

/** More rounds would keep the process busy for too long. */
const MAX_ITERATIONS = 2_000_000;
const DES3_KEY_BYTES = 24;
const DES_BLOCK_BYTES = 8;
const CONSTRUCTED = 0x20;

/**
 * Decrypts the encrypted contents of a PKCS#12 file.
 * @param algorithm an AlgorithmIdentifier.
 * @param contents an OCTET STRING with an implicit tag.
 * @throws UnsupportedEncryption, Asn1Error, or an error of the cipher if the passphrase is wrong.
 */
export function decryptContents(
  algorithm: Asn1 | undefined,
  contents: Asn1 | undefined,
  passphrase: string,
): Buffer {
  if (algorithm === undefined || contents === undefined)
    throw new Asn1Error('the encrypted contents are missing');
  const [identifier, parameters] = listAsn1(algorithm);
  const type = readObjectIdentifier(identifier);
  if (parameters === undefined || (type !== PBES2 && type !== SHA1_3DES))
    throw new UnsupportedEncryption(
      `The certificate file is encrypted with the unsupported algorithm ${type}`,
    );
  const { cipher, key, iv } =
    type === PBES2 ? derivePbes2(parameters, passphrase) : derivePkcs12(parameters, passphrase);
  const isConstructed = (contents.tag & CONSTRUCTED) !== 0;
  const encrypted = readOctets({ ...contents, tag: OCTET_STRING | (isConstructed ? CONSTRUCTED : 0) });
  const decipher = createDecipheriv(cipher, key, iv);
  return Buffer.concat([decipher.update(encrypted), decipher.final()]);
}

type Secret = { readonly cipher: string; readonly key: Buffer; readonly iv: Buffer };

function derivePbes2(parameters: Asn1, passphrase: string): Secret {
  const [derivation, scheme] = listAsn1(parameters).map(listAsn1);
  const [salt, iterations, ...options] = listAsn1(derivation![1]!);
  // Without a pseudo-random function it is HMAC with SHA-1. The length of the key is optional as well.
  const prf = options.find(({ tag }) => tag !== INTEGER);
  const hash = prf === undefined ? 'sha1' : HASHES.get(readObjectIdentifier(listAsn1(prf)[0]));
  const cipher = CIPHERS.get(readObjectIdentifier(scheme?.[0]));
  if (hash === undefined || cipher === undefined)
    throw new UnsupportedEncryption(
      'The certificate file is encrypted with an unsupported cipher or hash function',
    );
  const [name, keyBytes] = cipher;
  const key = pbkdf2Sync(passphrase, readOctets(salt), readIterations(iterations), keyBytes, hash);
  return { cipher: name, key, iv: readOctets(scheme?.[1]) };
}

function derivePkcs12(parameters: Asn1, passphrase: string): Secret {
  const [salt, iterations] = listAsn1(parameters);
  const derive = (purpose: number, bytes: number): Buffer =>
    deriveBytes(passphrase, readOctets(salt), readIterations(iterations), purpose, bytes);
  return { cipher: 'des-ede3-cbc', key: derive(1, DES3_KEY_BYTES), iv: derive(2, DES_BLOCK_BYTES) };
}

function readIterations(value: Asn1 | undefined): number {
  const count = value?.tag === INTEGER ? Number(`0x${value.content.toString('hex')}`) : Number.NaN;
  if (count >= 1 && count <= MAX_ITERATIONS) return count;
  throw new UnsupportedEncryption('The number of iterations of the certificate file is not supported');
}

const SHA1_BLOCK = 64;

/**
 * The key derivation of PKCS#12 with SHA-1 (RFC 7292, appendix B.2).
 * @param purpose 1 for a key, 2 for an initialisation vector.
 */
function deriveBytes(
  passphrase: string,
  salt: Buffer,
  iterations: number,
  purpose: number,
  length: number,
): Buffer {
  const diversifier = Buffer.alloc(SHA1_BLOCK, purpose);
  const password = Buffer.from(`${passphrase}\0`, 'utf16le').swap16();
  let input: Buffer = Buffer.concat([fillBlocks(salt), fillBlocks(password)]);
  const derived: Buffer[] = [];
  for (let bytes = 0; bytes < length;) {
    let block = createHash('sha1').update(diversifier).update(input).digest();
    for (let round = 1; round < iterations; round += 1) block = createHash('sha1').update(block).digest();
    derived.push(block);
    bytes += block.length;
    input = addToBlocks(input, block);
  }
  return Buffer.concat(derived).subarray(0, length);
}

/** Repeats bytes until they fill whole blocks. */
function fillBlocks(bytes: Buffer): Buffer {
  return Buffer.alloc(Math.ceil(bytes.length / SHA1_BLOCK) * SHA1_BLOCK, bytes);
}

/** Adds a repeated digest and 1 to each block, modulo 2^512. */
function addToBlocks(input: Buffer, digest: Buffer): Buffer {
  const modulus = 1n << BigInt(SHA1_BLOCK * 8);
  const added = BigInt(`0x${Buffer.alloc(SHA1_BLOCK, digest).toString('hex')}`) + 1n;
  const blocks: Buffer[] = [];
  for (let at = 0; at < input.length; at += SHA1_BLOCK) {
    const sum = (BigInt(`0x${input.subarray(at, at + SHA1_BLOCK).toString('hex')}`) + added) % modulus;
    blocks.push(Buffer.from(sum.toString(16).padStart(SHA1_BLOCK * 2, '0'), 'hex'));
  }
  return Buffer.concat(blocks);
}
