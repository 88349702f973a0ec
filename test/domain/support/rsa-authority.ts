import { execFileSync } from 'node:child_process';
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** The serial number of the certificate, longer than a JavaScript number. */
export const SERIAL_NUMBER = 0x7a_bf_8a_d7_a2_71_7c_4b_1a_cb_fc_1d_de_3a_cd_ecn;

export type RsaAuthority = Disposable & {
  readonly privateKey: KeyObject;
  /** The certificate, its authority and the root. */
  readonly chain: readonly [X509Certificate, X509Certificate, X509Certificate];
  /** The file of the root's certificate. */
  readonly root: string;
  /** Exports the key and the chain, with options of `openssl pkcs12 -export`. */
  exportPkcs12(passphrase: string, ...options: string[]): Buffer;
  /**
   * Issues a certificate for a subject in the form of `openssl req -subj`, with a key of its own:
   * `rsa:2048` unless it is another.
   */
  issuePkcs12(subject: string, passphrase: string, key?: string): Buffer;
  /**
   * Returns a certificate issued by an authority with a name in the form of `openssl req -subj`.
   */
  issueBy(name: string, ...options: string[]): X509Certificate;
  /** Returns the name of the issuer of a certificate as OpenSSL formats it. */
  describeIssuer(certificate: X509Certificate): string;
};

/**
 * Creates a root, an authority and a certificate with RSA keys; their files are deleted when it is
 * disposed of.
 */
export function openRsaAuthority(authority: string): RsaAuthority {
  const directory = mkdtempSync(path.join(tmpdir(), 'rsa-authority-'));
  const at = (name: string): string => path.join(directory, name);
  const openssl = (...args: string[]): Buffer => execFileSync('openssl', args, { stdio: 'pipe' });
  const read = (name: string): X509Certificate => new X509Certificate(readFileSync(at(name)));
  const selfSign = (name: string, subject: string, ...options: string[]): Buffer =>
    openssl(
      'req',
      '-x509',
      '-utf8',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.pem`),
      ...options,
    );
  const issue = (
    name: string,
    subject: string,
    issuer: string,
    serial: string,
    key: readonly string[] = ['rsa:2048'],
  ): void => {
    openssl(
      'req',
      '-utf8',
      '-newkey',
      ...key,
      '-nodes',
      '-subj',
      subject,
      '-keyout',
      at(`${name}.key`),
      '-out',
      at(`${name}.csr`),
    );
    openssl(
      'x509',
      '-req',
      '-in',
      at(`${name}.csr`),
      '-CA',
      at(`${issuer}.pem`),
      '-CAkey',
      at(`${issuer}.key`),
      '-set_serial',
      serial,
      '-days',
      '2',
      '-extfile',
      at('extensions'),
      '-out',
      at(`${name}.pem`),
    );
  };
  writeFileSync(at('extensions'), 'basicConstraints=critical,CA:TRUE\n');
  selfSign('root', '/C=ES/O=Prueba/CN=Raíz');
  issue('authority', authority, 'root', '7');
  issue('leaf', '/C=ES/CN=Sello de prueba', 'authority', `0x${SERIAL_NUMBER.toString(16)}`);
  writeFileSync(
    at('chain.pem'),
    ['root', 'authority'].map((name) => readFileSync(at(`${name}.pem`), 'utf8')).join(''),
  );
  return {
    privateKey: createPrivateKey(readFileSync(at('leaf.key'))),
    chain: [read('leaf.pem'), read('authority.pem'), read('root.pem')],
    root: at('root.pem'),
    exportPkcs12: (passphrase, ...options) =>
      openssl(
        'pkcs12',
        '-export',
        '-inkey',
        at('leaf.key'),
        '-in',
        at('leaf.pem'),
        '-certfile',
        at('chain.pem'),
        '-passout',
        `pass:${passphrase}`,
        ...options,
      ),
    issuePkcs12(subject, passphrase, key = 'rsa:2048') {
      const curve = key === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:prime256v1'] : [];
      issue('other', subject, 'authority', '99', [key, ...curve]);
      const own = ['-inkey', at('other.key'), '-in', at('other.pem')];
      return openssl('pkcs12', '-export', ...own, '-passout', `pass:${passphrase}`);
    },
    issueBy(name, ...options) {
      openssl(
        'req',
        '-x509',
        '-utf8',
        '-key',
        at('leaf.key'),
        '-days',
        '2',
        '-subj',
        name,
        '-out',
        at('issued.pem'),
        ...options,
      );
      return read('issued.pem');
    },
    describeIssuer(certificate) {
      writeFileSync(at('described.pem'), certificate.toString());
      const text = openssl(
        'x509',
        '-in',
        at('described.pem'),
        '-noout',
        '-issuer',
        '-nameopt',
        'RFC2253,-esc_msb,utf8',
      );
      return text
        .toString('utf8')
        .trimEnd()
        .replace(/^issuer=\s?/, '');
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
