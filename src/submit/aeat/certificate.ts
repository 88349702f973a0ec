import type { X509Certificate } from 'node:crypto';
import { Duplex } from 'node:stream';
import { createSecureContext, getCACertificates, TLSSocket, type SecureContext } from 'node:tls';
import { isNif } from '../../domain/invoice/nif.ts';

/** A certificate with its private key as authorities hand it out: .p12 or .pfx. */
export type Pkcs12 = { readonly pkcs12: Buffer; readonly passphrase: string };

export type CertificateProblem = 'wrong_passphrase' | 'old_ciphers' | 'no_private_key' | 'not_pkcs12';

/** A PKCS#12 file that cannot be used; the message says what to do. */
export class CertificateError extends Error {
  override name = 'CertificateError';
  readonly problem: CertificateProblem;

  constructor(problem: CertificateProblem, cause: unknown) {
    super(MESSAGES[problem], { cause });
    this.problem = problem;
  }
}

const MESSAGES: Readonly<Record<CertificateProblem, string>> = {
  wrong_passphrase: 'The passphrase does not open this certificate file',
  old_ciphers:
    'The certificate file is locked with ciphers that are no longer supported (RC2, 3DES). Convert it: ' +
    'openssl pkcs12 -legacy -in old.p12 -nodes -out both.pem && ' +
    'openssl pkcs12 -export -in both.pem -out new.p12, and remove both.pem',
  no_private_key: 'The certificate file has no private key: export it again together with its key',
  not_pkcs12: 'The file is not a PKCS#12 certificate file (.p12, .pfx)',
};

export type CertificateFacts = {
  /** Distinguished name on one line, `CN=…, O=…`. */
  readonly subject: string;
  /** Of the entity that the certificate stands for, else of the person; null where it tells none. */
  readonly nif: string | null;
  readonly notBefore: Date;
  readonly notAfter: Date;
};

/** Reads whose a certificate is and how long it lasts. @throws CertificateError */
export function readPkcs12(pkcs12: Buffer, passphrase: string): CertificateFacts {
  const certificate = extractCertificate(createClientContext({ pkcs12, passphrase }));
  return {
    subject: certificate.subject.replaceAll('\n', ', '),
    nif: findNif(certificate),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
  };
}

/**
 * What a client shows and believes in TLS. Mind that OpenSSL also believes the authorities inside a PKCS#12 file.
 * @param certificateAuthority PEM of one more authority to believe.
 * @throws CertificateError
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

/** OpenSSL tells these apart in words only. */
function findProblem(message: string): CertificateProblem {
  if (/mac verify failure/i.test(message)) return 'wrong_passphrase';
  if (/unsupported/i.test(message)) return 'old_ciphers';
  if (/private key/i.test(message)) return 'no_private_key';
  return 'not_pkcs12';
}

/** Node opens PKCS#12 for TLS only; a socket that never connects gives the certificate away. */
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

/** ETSI EN 319 412-1: `VATES-B12345674` names an entity, `IDCES-12345678Z` a person; older ones have the bare NIF. */
const IDENTIFIER = /^(?:(?:VAT|IDC|PNO|TIN)ES-)?([A-Z0-9]{9})$/;

function findNif(certificate: X509Certificate): string | null {
  const { organizationIdentifier, serialNumber } = certificate.toLegacyObject().subject as Readonly<
    Record<string, string | string[] | undefined>
  >;
  const nifs = [organizationIdentifier, serialNumber]
    .flat()
    .map((text) => IDENTIFIER.exec(text?.toUpperCase() ?? '')?.[1] ?? '');
  return nifs.find(isNif) ?? null;
}
