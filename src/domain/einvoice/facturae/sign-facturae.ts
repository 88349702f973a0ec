import { createHash, type KeyObject, sign, type X509Certificate } from 'node:crypto';
import { escapeXml } from 'verifactu-protocol/records/xml';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { formatGeneratedAt } from '../../reading/madrid-time.ts';
import { NAMESPACE, ROOT } from './write-facturae.ts';

/*
 * The signature of a Facturae document: XAdES-EPES 1.3.2 (ETSI TS 101 903) with the policy of
 * Facturae 3.1, enveloped, with RSA and SHA-256.
 *
 * A signature covers the Canonical XML 1.0 of what it signs. Here every signed part is written in
 * that form: without declaration, empty elements and unneeded escapes, and with all namespaces in
 * scope declared on its own element, sorted by prefix. So the bytes that are hashed are those of
 * the document, and no canonicaliser is needed.
 */

/**
 * Who signs: the issuer of the invoice, its recipient, or a third party in the name of the issuer.
 */
export type SignerRole = 'emisor' | 'receptor' | 'tercero';

/** The shortest RSA key whose signature receivers accept (CCN-STIC 807). */
const LEAST_RSA_BITS = 2048;

export type Signer = {
  /** An RSA key. */
  readonly privateKey: KeyObject;
  /** The certificate of the key, followed by those of its authorities, if they are known. */
  readonly chain: readonly [X509Certificate, ...X509Certificate[]];
  /** The name of the certificate's issuer in the form of RFC 2253. */
  readonly issuerName: string;
  readonly role: SignerRole;
};

/** The key or its certificate cannot sign a Facturae document. */
export class SigningError extends Error {
  override name = 'SigningError';
}

const XMLDSIG = 'http://www.w3.org/2000/09/xmldsig#';
const XADES = 'http://uri.etsi.org/01903/v1.3.2#';
/** The namespaces in scope of every signed part, in canonical order. */
const IN_SCOPE = ` xmlns:ds="${XMLDSIG}" xmlns:fe="${NAMESPACE}" xmlns:xades="${XADES}"`;

const CANONICAL_XML = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
const ENVELOPED = `${XMLDSIG}enveloped-signature`;
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const SHA256 = digestMethod('http://www.w3.org/2001/04/xmlenc#sha256');
const SHA1 = digestMethod(`${XMLDSIG}sha1`);

/**
 * Política de firma electrónica y certificados del formato Facturae, 3.1. Its hash is published
 * with it.
 */
const POLICY = {
  url: 'http://www.facturae.es/politica_de_firma_formato_facturae/politica_de_firma_formato_facturae_v3_1.pdf',
  name: 'Política de Firma FacturaE v3.1',
  sha1: 'Ohixl6upD6av8N7pEvDABhEL6hM=',
};

/** Identifiers of the parts of the signature. */
const ID = {
  signature: 'Signature',
  document: 'Signature-Document',
  keyInfo: 'Signature-KeyInfo',
  properties: 'Signature-SignedProperties',
};

const DECLARATION = /^<\?xml[^>]*\?>\n/;
const START = `<${ROOT} xmlns:fe="${NAMESPACE}">`;
const END = `</${ROOT}>`;

/**
 * Returns the role in which the holder of a certificate signs an invoice.
 * @param nif the NIF of the holder; null if the certificate states none, as its owner then decided
 *   for whom it is used.
 */
export function chooseSignerRole(
  { issuer, issuedBy, recipient }: Pick<InvoiceDocument, 'issuer' | 'issuedBy' | 'recipient'>,
  nif: string | null,
): SignerRole {
  if (nif === issuer.nif) return 'emisor';
  const isIssuedByRecipient = issuedBy?.role === 'recipient';
  if (nif === null) return isIssuedByRecipient ? 'receptor' : 'emisor';
  return isIssuedByRecipient && nif === recipient?.documentNumber ? 'receptor' : 'tercero';
}

/**
 * Chooses among those who can sign an invoice: prefers the certificate of whoever issues it to that
 * of a third party.
 * @param signers at least one, in the order of preference.
 * @param nifOf returns the NIF of the
 *   holder of a certificate.
 */
export function chooseSigner<T>(
  document: InvoiceDocument,
  signers: readonly T[],
  nifOf: (signer: T) => string | null,
): T {
  return signers.find((each) => chooseSignerRole(document, nifOf(each)) !== 'tercero') ?? signers[0]!;
}

/** Why a key cannot sign a Facturae document. */
export type UnfitKey = 'key_not_rsa' | 'key_too_short';

/** The members of a key that decide, as Node.js names them. */
type KeyFacts = {
  readonly asymmetricKeyType?: string | undefined;
  readonly asymmetricKeyDetails?: { readonly modulusLength?: number | undefined } | undefined;
};

/** Returns why a key cannot sign a Facturae document; null if it can. */
export function judgeKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyFacts): UnfitKey | null {
  if (asymmetricKeyType !== 'rsa') return 'key_not_rsa';
  return (asymmetricKeyDetails?.modulusLength ?? 0) < LEAST_RSA_BITS ? 'key_too_short' : null;
}

/**
 * Signs a Facturae document.
 * @param unsigned as `writeFacturae` returns it.
 * @param signingTime stated in Europe/Madrid, so that its day is not before that of the issue.
 * @returns the signed document, the content of an .xsig file. Its bytes must not be changed, not
 *   even by white space.
 * @throws SigningError if the key is not a sufficient RSA key or is not that of the certificate.
 */
export function signFacturae(unsigned: string, signer: Signer, signingTime: Date): string {
  const { privateKey, chain } = signer;
  const [certificate] = chain;
  if (judgeKey(privateKey) !== null)
    throw new SigningError(
      `Facturae is signed with an RSA key of at least ${LEAST_RSA_BITS} bits, and the certificate has another one`,
    );
  if (!certificate.checkPrivateKey(privateKey))
    throw new SigningError('The private key is not that of the certificate');
  const [declaration = ''] = DECLARATION.exec(unsigned) ?? [];
  const document = unsigned.slice(declaration.length).trimEnd();
  if (!document.startsWith(START) || !document.endsWith(END) || document.includes('<ds:Signature'))
    throw new SigningError('The document is not an unsigned Facturae document');
  const keyInfo = buildKeyInfo(chain);
  const properties = buildSignedProperties(signer, signingTime);
  const signedInfo = buildSignedInfo(document, keyInfo, properties);
  const value = sign('sha256', Buffer.from(signedInfo), privateKey).toString('base64');
  const signature =
    `<ds:Signature xmlns:ds="${XMLDSIG}" xmlns:xades="${XADES}" Id="${ID.signature}">${signedInfo}` +
    `<ds:SignatureValue>${value}</ds:SignatureValue>${keyInfo}<ds:Object>` +
    `<xades:QualifyingProperties Target="#${ID.signature}">${properties}</xades:QualifyingProperties></ds:Object></ds:Signature>`;
  return `${declaration}${document.slice(0, -END.length)}${signature}${END}\n`;
}

function digestMethod(algorithm: string): string {
  return `<ds:DigestMethod Algorithm="${algorithm}"></ds:DigestMethod>`;
}

function digest(content: string | Buffer): string {
  const value = createHash('sha256').update(content).digest('base64');
  return `${SHA256}<ds:DigestValue>${value}</ds:DigestValue>`;
}

function buildSignedInfo(document: string, keyInfo: string, properties: string): string {
  return (
    `<ds:SignedInfo${IN_SCOPE}>` +
    `<ds:CanonicalizationMethod Algorithm="${CANONICAL_XML}"></ds:CanonicalizationMethod>` +
    `<ds:SignatureMethod Algorithm="${RSA_SHA256}"></ds:SignatureMethod>` +
    `<ds:Reference Id="${ID.document}" Type="${XMLDSIG}Object" URI="">` +
    `<ds:Transforms><ds:Transform Algorithm="${ENVELOPED}"></ds:Transform></ds:Transforms>${digest(document)}</ds:Reference>` +
    `<ds:Reference Type="http://uri.etsi.org/01903#SignedProperties" URI="#${ID.properties}">${digest(properties)}</ds:Reference>` +
    `<ds:Reference URI="#${ID.keyInfo}">${digest(keyInfo)}</ds:Reference>` +
    `</ds:SignedInfo>`
  );
}

function buildKeyInfo(chain: readonly X509Certificate[]): string {
  const certificates = chain.map(
    ({ raw }) => `<ds:X509Certificate>${raw.toString('base64')}</ds:X509Certificate>`,
  );
  return `<ds:KeyInfo${IN_SCOPE} Id="${ID.keyInfo}"><ds:X509Data>${certificates.join('')}</ds:X509Data></ds:KeyInfo>`;
}

function buildSignedProperties({ chain, issuerName, role }: Signer, signingTime: Date): string {
  const [certificate] = chain;
  const serialNumber = BigInt(`0x${certificate.serialNumber}`);
  return (
    `<xades:SignedProperties${IN_SCOPE} Id="${ID.properties}"><xades:SignedSignatureProperties>` +
    `<xades:SigningTime>${formatGeneratedAt(signingTime)}</xades:SigningTime>` +
    `<xades:SigningCertificate><xades:Cert><xades:CertDigest>${digest(certificate.raw)}</xades:CertDigest>` +
    `<xades:IssuerSerial><ds:X509IssuerName>${escapeXml(issuerName)}</ds:X509IssuerName>` +
    `<ds:X509SerialNumber>${serialNumber}</ds:X509SerialNumber></xades:IssuerSerial></xades:Cert></xades:SigningCertificate>` +
    `<xades:SignaturePolicyIdentifier><xades:SignaturePolicyId>` +
    `<xades:SigPolicyId><xades:Identifier>${POLICY.url}</xades:Identifier>` +
    `<xades:Description>${POLICY.name}</xades:Description></xades:SigPolicyId>` +
    `<xades:SigPolicyHash>${SHA1}<ds:DigestValue>${POLICY.sha1}</ds:DigestValue></xades:SigPolicyHash>` +
    `</xades:SignaturePolicyId></xades:SignaturePolicyIdentifier>` +
    `<xades:SignerRole><xades:ClaimedRoles><xades:ClaimedRole>${role}</xades:ClaimedRole></xades:ClaimedRoles></xades:SignerRole>` +
    `</xades:SignedSignatureProperties><xades:SignedDataObjectProperties>` +
    `<xades:DataObjectFormat ObjectReference="#${ID.document}"><xades:MimeType>text/xml</xades:MimeType></xades:DataObjectFormat>` +
    `</xades:SignedDataObjectProperties></xades:SignedProperties>`
  );
}
