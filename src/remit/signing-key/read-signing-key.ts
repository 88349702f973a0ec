import { createPrivateKey, type KeyObject, pbkdf2Sync, X509Certificate } from 'node:crypto';
import type forge from 'node-forge';
import { readIssuerName } from './issuer-name.ts';

/**
 * A private key with its certificate, followed by the certificates of its authorities as far as the
 * file contains them.
 */
export type SigningKey = {
  readonly privateKey: KeyObject;
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  /** The name of the certificate's issuer, as XML signatures state it. */
  readonly issuerName: string;
};

/** The PKCS#12 file contains no private key with its certificate, or cannot be decrypted. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

type Forge = typeof forge;
type Asn1 = forge.asn1.Asn1;

/**
 * Reads the private key and the certificates of a PKCS#12 file. Node.js reads such files only for
 * TLS, which does not return the key.
 * @throws SigningKeyError
 */
export async function readSigningKey(pkcs12: Buffer, passphrase: string): Promise<SigningKey> {
  const library = await loadForge();
  try {
    const { privateKeys, certificates } = readBags(library, pkcs12, passphrase);
    for (const privateKey of privateKeys) {
      const certificate = certificates.find((each) => each.checkPrivateKey(privateKey));
      if (certificate === undefined) continue;
      const chain = [certificate, ...listAuthorities(certificate, certificates)] as const;
      return { privateKey, chain, issuerName: readIssuerName(library, certificate) };
    }
  } catch (error) {
    throw new SigningKeyError(explain(error), { cause: error });
  }
  throw new SigningKeyError('The certificate file has no private key with its certificate');
}

/** Loads the library on first use, because most processes never sign. */
async function loadForge(): Promise<Forge> {
  const { default: library } = await import('node-forge');
  // Its own PBKDF2 is JavaScript and takes 7 s for the 600,000 iterations of a file from Firefox.
  // It also takes the passphrase for Latin-1 instead of UTF-8.
  Object.assign(library.pkcs5, { pbkdf2: deriveKey });
  return library;
}

/**
 * PBKDF2 with the parameters of node-forge, whose strings consist of bytes except for the
 * passphrase.
 */
function deriveKey(
  passphrase: string,
  salt: string,
  iterations: number,
  keyBytes: number,
  { algorithm }: forge.md.MessageDigest,
): string {
  return pbkdf2Sync(passphrase, Buffer.from(salt, 'latin1'), iterations, keyBytes, algorithm).toString(
    'latin1',
  );
}

type Bags = { readonly privateKeys: KeyObject[]; readonly certificates: X509Certificate[] };

/** Reads the keys and the certificates of a file. */
function readBags({ asn1, pki, pkcs12 }: Forge, file: Buffer, passphrase: string): Bags {
  const encode = (value: Asn1): Buffer => Buffer.from(asn1.toDer(value).getBytes(), 'latin1');
  const { value: parts } = asn1.fromDer(file.toString('latin1'), false);
  if (typeof parts === 'string') throw new TypeError('The file is not a PKCS#12 file');
  // The third part authenticates the file, which takes the library as long as PBKDF2. OpenSSL
  // verified it when the certificate was added; since then the file is sealed.
  const unauthenticated = asn1.create(asn1.Class.UNIVERSAL, asn1.Type.SEQUENCE, true, parts.slice(0, 2));
  const { safeContents } = pkcs12.pkcs12FromAsn1(unauthenticated, false, passphrase);
  const bags = safeContents.flatMap(({ safeBags }) => safeBags);
  // The library only keeps the encoding of keys and certificates that are not for RSA.
  return {
    certificates: bags
      .filter(({ type }) => type === pki.oids['certBag'])
      .map(
        ({ cert, asn1: encoded }) =>
          new X509Certificate(encode(cert ? pki.certificateToAsn1(cert) : encoded)),
      ),
    privateKeys: bags
      .filter(({ type }) => type !== pki.oids['certBag'])
      .map(({ key, asn1: encoded }) =>
        encode(key ? pki.wrapRsaPrivateKey(pki.privateKeyToAsn1(key)) : encoded),
      )
      .map((key) => createPrivateKey({ key, format: 'der', type: 'pkcs8' })),
  };
}

/** The library names what it supports if an algorithm is not supported, such as Camellia. */
function explain(error: unknown): string {
  if (error instanceof Error && 'oid' in error && 'supportedOids' in error)
    return `The certificate file is encrypted with the unsupported algorithm ${String(error.oid)}`;
  return 'The certificate file cannot be read or decrypted';
}

/**
 * Lists the authorities of a certificate among others, each after what it issued. A root signs
 * itself.
 */
function listAuthorities(
  certificate: X509Certificate,
  others: readonly X509Certificate[],
): X509Certificate[] {
  const chain = [certificate];
  for (let current: X509Certificate | undefined = certificate; current !== undefined;) {
    const issued: X509Certificate = current;
    current = others.find((each) => !chain.includes(each) && issued.checkIssued(each));
    if (current !== undefined) chain.push(current);
  }
  return chain.slice(1);
}
