import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { type Asn1, Asn1Error, listAsn1, readAsn1, readObjectIdentifier, readOctets } from './der.ts';
import { decryptContents, UnsupportedEncryption } from './decrypt-pkcs12.ts';

/** A private key with its certificate, followed by the certificates of its authorities as far as the file contains them. */
export type SigningKey = {
  readonly privateKey: KeyObject;
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
};

/** The PKCS#12 file contains no private key with its certificate, or cannot be decrypted. */
export class SigningKeyError extends Error {
  override name = 'SigningKeyError';
}

/** Types of PKCS#7 (RFC 2315) and PKCS#12 (RFC 7292). */
const DATA = '1.2.840.113549.1.7.1';
const ENCRYPTED_DATA = '1.2.840.113549.1.7.6';
const KEY_BAG = '1.2.840.113549.1.12.10.1.1';
const SHROUDED_KEY_BAG = '1.2.840.113549.1.12.10.1.2';
const CERTIFICATE_BAG = '1.2.840.113549.1.12.10.1.3';

/**
 * Reads the private key and the certificates of a PKCS#12 file. Node.js reads such files only for TLS, which does not return the key.
 * @throws SigningKeyError
 */
export function readSigningKey(pkcs12: Buffer, passphrase: string): SigningKey {
  try {
    const bags = listBags(pkcs12, passphrase);
    const certificates = bags
      .filter(({ type }) => type === CERTIFICATE_BAG)
      .map(({ value }) => new X509Certificate(readOctets(only(listAsn1(value)[1]))));
    for (const { type, value } of bags) {
      if (type !== KEY_BAG && type !== SHROUDED_KEY_BAG) continue;
      const privateKey = createPrivateKey({ key: value.bytes, format: 'der', type: 'pkcs8', passphrase });
      const certificate = certificates.find((each) => each.checkPrivateKey(privateKey));
      if (certificate !== undefined)
        return { privateKey, chain: [certificate, ...listAuthorities(certificate, certificates)] };
    }
  } catch (error) {
    const why =
      error instanceof UnsupportedEncryption
        ? error.message
        : 'The certificate file cannot be read or decrypted';
    throw new SigningKeyError(why, { cause: error });
  }
  throw new SigningKeyError('The certificate file has no private key with its certificate');
}

type Bag = { readonly type: string; readonly value: Asn1 };

/** Lists the keys and the certificates of a file. */
function listBags(pkcs12: Buffer, passphrase: string): Bag[] {
  const [, safe] = listAsn1(readAsn1(pkcs12));
  return listAsn1(readAsn1(readData(safe))).flatMap((content) =>
    listAsn1(readAsn1(readContents(content, passphrase))).map((bag) => {
      const [type, value] = listAsn1(bag);
      return { type: readObjectIdentifier(type), value: only(value) };
    }),
  );
}

/** Returns the value in an explicit tag. */
function only(tagged: Asn1 | undefined): Asn1 {
  const [value] = tagged === undefined ? [] : listAsn1(tagged);
  if (value === undefined) throw new Asn1Error('a value is missing');
  return value;
}

function readData(content: Asn1 | undefined): Buffer {
  const [type, value] = content === undefined ? [] : listAsn1(content);
  if (readObjectIdentifier(type) !== DATA) throw new Asn1Error('the file is not protected by a passphrase');
  return readOctets(only(value));
}

function readContents(content: Asn1, passphrase: string): Buffer {
  const [type, value] = listAsn1(content);
  if (readObjectIdentifier(type) !== ENCRYPTED_DATA) return readData(content);
  // The version precedes the encrypted content.
  const [, algorithm, contents] = listAsn1(listAsn1(only(value))[1]!);
  return decryptContents(algorithm, contents, passphrase);
}

/** Lists the authorities of a certificate among others, each after what it issued. A root signs itself. */
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
