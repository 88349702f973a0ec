import type { X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, TLSSocket, type SecureContext } from 'node:tls';
import { isNif } from '../records/nif.ts';

/**
 * A certificate with its private key, in the format in which authorities issue it (.p12 or .pfx).
 */
export type Pkcs12 = { readonly pkcs12: Buffer; readonly passphrase: string };

export type CertificateProblem =
  | 'wrong_passphrase'
  | 'old_ciphers'
  | 'no_private_key'
  | 'short_key'
  | 'not_pkcs12';

/** The PKCS#12 file cannot be used. The message describes the remedy. */
export class CertificateError extends Error {
  override name = 'CertificateError';
  readonly problem: CertificateProblem;

  constructor(problem: CertificateProblem, cause: unknown) {
    super(MESSAGES[problem], { cause });
    this.problem = problem;
  }
}

const MESSAGES: Readonly<Record<CertificateProblem, string>> = {
  wrong_passphrase: 'The passphrase does not decrypt this certificate file',
  old_ciphers:
    'The certificate file is encrypted with ciphers that are no longer supported (RC2, 3DES). Convert it: ' +
    'openssl pkcs12 -legacy -in old.p12 -nodes -out both.pem && ' +
    'openssl pkcs12 -export -in both.pem -out new.p12, and remove both.pem',
  no_private_key: 'The certificate file has no private key: export it again together with its key',
  short_key:
    'The key of the certificate is too short to be secure: AEAT and the receivers of Facturae need an RSA key of at least 2048 bits. Request a new certificate from its authority',
  not_pkcs12: 'The file is not a PKCS#12 certificate file (.p12, .pfx)',
};

/** Whom a certificate identifies. */
export type Holder = {
  /** The NIF of the entity, otherwise of the person; null when the certificate contains none. */
  readonly nif: string | null;
  /**
   * The name of the entity, otherwise the surnames and, after a comma, the given name of the
   * person, otherwise the common name without the NIF that follows it; null when the certificate
   * contains none.
   */
  readonly name: string | null;
};

export type CertificateFacts = {
  /** Distinguished name on one line, such as `CN=…, O=…`. */
  readonly subject: string;
  readonly holder: Holder;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/**
 * Reads the holder and the validity period of a certificate.
 * @throws CertificateError when the file cannot be used.
 */
export function readPkcs12(pkcs12: Buffer, passphrase: string): CertificateFacts {
  const certificate = extractCertificate(createClientContext({ pkcs12, passphrase }));
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    holder: readHolder(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  };
}

/**
 * Creates the TLS context of a client: the certificate it presents and the authorities it trusts.
 * OpenSSL also trusts the authorities in the PKCS#12 file.
 * @param certificateAuthority PEM of an additional trusted authority.
 * @throws CertificateError when the file cannot be used.
 */
export function createClientContext(certificate?: Pkcs12, certificateAuthority?: string): SecureContext {
  const ca = certificateAuthority && [...getCACertificates('default'), certificateAuthority];
  try {
    return createSecureContext({
      ...(ca ? { ca } : {}),
      ...(certificate ? { pfx: certificate.pkcs12, passphrase: certificate.passphrase } : {}),
    });
  } catch (error) {
    if (certificate === undefined) throw error;
    throw new CertificateError(findProblem((error as Error).message), error);
  }
}

/** OpenSSL distinguishes these errors only by their messages. */
function findProblem(message: string): CertificateProblem {
  if (/mac verify failure/i.test(message)) return 'wrong_passphrase';
  if (/unsupported/i.test(message)) return 'old_ciphers';
  if (/private key/i.test(message)) return 'no_private_key';
  if (/key too small/i.test(message)) return 'short_key';
  return 'not_pkcs12';
}

/**
 * Node.js reads PKCS#12 files only for TLS. The certificate is read from a TLS socket that never
 * connects.
 */
function extractCertificate(secureContext: SecureContext): X509Certificate {
  const nowhere = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() });
  const socket = new TLSSocket(nowhere, { secureContext });
  try {
    const certificate = socket.getX509Certificate();
    if (certificate === undefined) throw new CertificateError('not_pkcs12', null);
    return certificate;
  } finally {
    socket.destroy();
  }
}

/**
 * ETSI EN 319 412-1: `VATES-B12345674` identifies an entity and `IDCES-12345678Z` a person. Older
 * certificates contain the bare NIF.
 */
const IDENTIFIER = /^(?:(?:VAT|IDC|PNO|TIN)ES-)?([A-Z0-9]{9})$/;

/** Reads whom a certificate identifies. */
export function readHolder(certificate: X509Certificate): Holder {
  const subject = certificate.toLegacyObject().subject as Readonly<
    Record<string, string | string[] | undefined>
  >;
  const nifs = [subject['organizationIdentifier'], subject['serialNumber']]
    .flat()
    .map((text) => IDENTIFIER.exec(text?.toUpperCase() ?? '')?.[1] ?? '');
  const { O: entity, SN: surnames, GN: given, CN: common } = subject;
  const person =
    surnames && given ? `${[surnames].flat().join(' ')}, ${[given].flat().join(' ')}` : undefined;
  const [name = null] = [entity, person, common].flat().filter((text) => text !== undefined);
  const nif = nifs.find(isNif) ?? null;
  return { nif, name: name && nif && name.endsWith(` - ${nif}`) ? name.slice(0, -` - ${nif}`.length) : name };
}
