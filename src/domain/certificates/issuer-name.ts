import type { X509Certificate } from 'node:crypto';
import { type Asn1, listAsn1, readAsn1, readObjectIdentifier } from './der.ts';

/** The attribute types that have a name in RFC 2253. Every other type is written as an object identifier with the value in hexadecimal. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['2.5.4.3', 'CN'],
  ['2.5.4.6', 'C'],
  ['2.5.4.7', 'L'],
  ['2.5.4.8', 'ST'],
  ['2.5.4.9', 'STREET'],
  ['2.5.4.10', 'O'],
  ['2.5.4.11', 'OU'],
  ['0.9.2342.19200300.100.1.1', 'UID'],
  ['0.9.2342.19200300.100.1.25', 'DC'],
]);

/** The string types: UTF8String, NumericString, PrintableString, TeletexString, IA5String, VisibleString and BMPString. */
const DECODERS: ReadonlyMap<number, (content: Buffer) => string> = new Map([
  [0x0c, (content) => content.toString('utf8')],
  ...[0x12, 0x13, 0x14, 0x16, 0x1a].map(
    (tag) => [tag, (content: Buffer) => content.toString('latin1')] as const,
  ),
  [0x1e, (content) => Buffer.from(content).swap16().toString('utf16le')],
]);

/** The version of a certificate, which is explicitly tagged and precedes the serial number. */
const VERSION = 0xa0;

/**
 * Returns the name of the issuer of a certificate as XML signatures state it (XMLDSig, section 4.5.4.1; RFC 2253): the most specific name first. For
 * example `CN=AC Prueba,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba,C=ES`. Node.js returns these names in the order of the certificate and with
 * OpenSSL's own names for types that RFC 2253 does not name.
 */
export function readIssuerName({ raw }: X509Certificate): string {
  const [body] = listAsn1(readAsn1(raw));
  const fields = listAsn1(body!);
  // The serial number and the algorithm of the signature precede the issuer.
  const issuer = fields[fields[0]!.tag === VERSION ? 3 : 2]!;
  return listAsn1(issuer)
    .toReversed()
    .map((relative) => listAsn1(relative).map(writeAttribute).join('+'))
    .join(',');
}

function writeAttribute(attribute: Asn1): string {
  const [type, value] = listAsn1(attribute);
  const identifier = readObjectIdentifier(type);
  const name = NAMES.get(identifier);
  const decode = DECODERS.get(value!.tag);
  if (name === undefined || decode === undefined) return `${identifier}=#${value!.bytes.toString('hex')}`;
  return `${name}=${escapeValue(decode(value!.content))}`;
}

/** RFC 2253, section 2.4. */
function escapeValue(value: string): string {
  return value
    .replaceAll(/[,+"\\<>;]/g, String.raw`\$&`)
    .replace(/^[# ]/, String.raw`\$&`)
    .replace(/ $/, String.raw`\ `);
}
