import type { X509Certificate } from 'node:crypto';
import type forge from 'node-forge';

type Forge = typeof forge;
type Asn1 = forge.asn1.Asn1;

/**
 * The attribute types that have a name in RFC 2253. Every other type is written as an object
 * identifier with the value in hexadecimal.
 */
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

/**
 * The string types: UTF8String, NumericString, PrintableString, TeletexString, IA5String and
 * VisibleString, and BMPString, which node-forge decodes.
 */
const DECODERS: ReadonlyMap<number, (content: string) => string> = new Map([
  [0x0c, (content) => Buffer.from(content, 'latin1').toString('utf8')],
  ...[0x12, 0x13, 0x14, 0x16, 0x1a, 0x1e].map((type) => [type, (content: string) => content] as const),
]);

/**
 * Returns the name of the issuer of a certificate as XML signatures state it (XMLDSig, section
 * 4.5.4.1; RFC 2253): the most specific name first. For example
 * `CN=AC Prueba,2.5.4.97=#0c0f56415445532d413832373433323837,O=Prueba,C=ES`. Node.js returns these
 * names in the order of the certificate and with OpenSSL's own names for types that RFC 2253 does
 * not name.
 */
export function readIssuerName({ asn1 }: Forge, { raw }: X509Certificate): string {
  const [body] = listParts(asn1.fromDer(raw.toString('latin1'), false));
  const fields = listParts(body);
  // The serial number and the algorithm of the signature precede the issuer, and before them the
  // version, which is tagged.
  const issuer = fields[fields[0]?.tagClass === asn1.Class.CONTEXT_SPECIFIC ? 3 : 2];
  const writeAttribute = (attribute: Asn1): string => {
    const [type, value] = listParts(attribute);
    const identifier = asn1.derToOid(readContent(type));
    const name = NAMES.get(identifier);
    const decode = DECODERS.get(value!.type);
    if (name === undefined || decode === undefined) return `${identifier}=#${asn1.toDer(value!).toHex()}`;
    return `${name}=${escapeValue(decode(readContent(value)))}`;
  };
  return listParts(issuer)
    .toReversed()
    .map((relative) => listParts(relative).map(writeAttribute).join('+'))
    .join(',');
}

function listParts(value: Asn1 | undefined): Asn1[] {
  if (typeof value?.value === 'object') return value.value;
  throw new TypeError('The certificate contains no name of its issuer');
}

/** Returns the content of a value without parts, whose characters are bytes. */
function readContent(value: Asn1 | undefined): string {
  if (typeof value?.value === 'string') return value.value;
  throw new TypeError('The certificate contains no name of its issuer');
}

/** RFC 2253, section 2.4. */
function escapeValue(value: string): string {
  return value
    .replaceAll(/[,+"\\<>;]/g, String.raw`\$&`)
    .replace(/^[# ]/, String.raw`\$&`)
    .replace(/ $/, String.raw`\ `);
}
