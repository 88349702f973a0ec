/*
 * ASN.1 values in DER (ITU-T X.690), of which certificates and PKCS#12 files consist. Values of indefinite length, which some programs write into
 * PKCS#12 files, are read as well.
 */

/** An ASN.1 value. */
export type Asn1 = {
  /** The identifier octet, such as 0x30 for a SEQUENCE. */
  readonly tag: number;
  readonly content: Buffer;
  /** The whole value with its identifier and length. */
  readonly bytes: Buffer;
};

/** The bytes are not an ASN.1 value of the expected type. */
export class Asn1Error extends Error {
  override name = 'Asn1Error';
}

export const INTEGER = 0x02;
export const OCTET_STRING = 0x04;
const OBJECT_IDENTIFIER = 0x06;
/** An OCTET STRING that consists of several. */
const CONSTRUCTED_OCTET_STRING = 0x24;
const INDEFINITE = 0x80;
const LONG_TAG = 0x1f;
const MAX_LENGTH_BYTES = 4;
/** The two zero bytes that end a value of indefinite length. */
const END_BYTES = 2;

/** Reads the first value. @throws Asn1Error */
export function readAsn1(bytes: Buffer): Asn1 {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined || (tag & LONG_TAG) === LONG_TAG)
    throw new Asn1Error('not an ASN.1 value');
  if (first === INDEFINITE) return readIndefinite(bytes, tag);
  const isLong = first > INDEFINITE;
  const lengthBytes = isLong ? first - INDEFINITE : 0;
  const start = 2 + lengthBytes;
  if (lengthBytes > MAX_LENGTH_BYTES || bytes.length < start) throw new Asn1Error('a length is too long');
  const length = isLong ? bytes.readUIntBE(2, lengthBytes) : first;
  if (bytes.length < start + length) throw new Asn1Error('a value is cut off');
  return { tag, content: bytes.subarray(start, start + length), bytes: bytes.subarray(0, start + length) };
}

function readIndefinite(bytes: Buffer, tag: number): Asn1 {
  let end = 2;
  while (bytes[end] !== 0 || bytes[end + 1] !== 0) end += readAsn1(bytes.subarray(end)).bytes.length;
  return { tag, content: bytes.subarray(2, end), bytes: bytes.subarray(0, end + END_BYTES) };
}

/** Reads the values that another consists of. @throws Asn1Error */
export function listAsn1({ content }: Asn1): Asn1[] {
  const values: Asn1[] = [];
  for (let at = 0; at < content.length;) {
    const value = readAsn1(content.subarray(at));
    values.push(value);
    at += value.bytes.length;
  }
  return values;
}

/** Returns the bytes of an OCTET STRING, which may consist of several. @throws Asn1Error if the value is none. */
export function readOctets(value: Asn1 | undefined): Buffer {
  if (value?.tag === OCTET_STRING) return value.content;
  if (value?.tag === CONSTRUCTED_OCTET_STRING) return Buffer.concat(listAsn1(value).map(readOctets));
  throw new Asn1Error('an octet string is missing');
}

/** Returns an object identifier in dotted form. @throws Asn1Error if the value is none. */
export function readObjectIdentifier(value: Asn1 | undefined): string {
  if (value?.tag !== OBJECT_IDENTIFIER) throw new Asn1Error('an object identifier is missing');
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of value.content) {
    arc = arc * 0x80 + (byte & 0x7f);
    if (byte < 0x80) {
      arcs.push(arc);
      arc = 0;
    }
  }
  // The first two arcs are one number: 40 × first + second, where the first is at most 2.
  const [first = 0, ...others] = arcs;
  const top = Math.min(Math.floor(first / 40), 2);
  return [top, first - top * 40, ...others].join('.');
}
