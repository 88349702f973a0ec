import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type Pair = { readonly cert: string; readonly key: string };

export type Authority = Disposable & {
  readonly ca: string;
  /** Issues a certificate for 127.0.0.1 and localhost with the given name. */
  issue(name: string): Pair;
};

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Creates a certificate authority; its files are deleted when it is disposed of. */
export function openAuthority(): Authority {
  const directory = mkdtempSync(path.join(tmpdir(), 'authority-'));
  // Servers read the files under their own accounts.
  chmodSync(directory, 0o755);
  const at = (name: string) => path.join(directory, name);
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
  openssl(
    'req',
    '-x509',
    ...KEY,
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-keyout',
    at('ca.key'),
    '-out',
    at('ca.pem'),
  );
  writeFileSync(at('names'), 'subjectAltName=IP:127.0.0.1,DNS:localhost\n');
  let count = 0;
  return {
    ca: at('ca.pem'),
    issue(name) {
      count += 1;
      const [key, request, cert] = ['key', 'request', 'pem'].map((end) => at(`${name}-${count}.${end}`)) as [
        string,
        string,
        string,
      ];
      openssl('req', ...KEY, '-subj', `/CN=${name}`, '-keyout', key, '-out', request);
      const signer = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-set_serial', String(1000 + count)];
      openssl('x509', '-req', '-in', request, ...signer, '-days', '2', '-extfile', at('names'), '-out', cert);
      return { cert, key };
    },
    [Symbol.dispose]: () => rmSync(directory, { recursive: true, force: true }),
  };
}
