import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { arePackagesInstalled } from '../../../../ops/local/boot/install-packages.js';

type Packages = Record<string, { version: string; integrity?: string; optional?: boolean }>;

const NODE = `node_modules/node-linux-${process.arch}`;
const WANTED: Packages = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
  'node_modules/only-for-windows': { version: '1.0.0', optional: true },
  [NODE]: { version: '24.0.0', optional: true },
};
const FASTIFY = { 'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' } };
const ALL = { ...FASTIFY, [NODE]: { version: '24.0.0', optional: true } };

function buildTree(installed: Packages | undefined, lockfile = JSON.stringify({ packages: WANTED })): string {
  const root = mkdtempSync(path.join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package-lock.json'), lockfile);
  if (installed) {
    const record = path.join(root, 'node_modules', '.package-lock.json');
    writeFileSync(record, JSON.stringify({ packages: installed }));
  }
  return root;
}

describe('arePackagesInstalled', () => {
  it.each<[string, Packages | undefined, boolean]>([
    ['everything of the lockfile is there but other platforms’ packages', ALL, true],
    ['nothing was installed, or npm was interrupted', undefined, false],
    ['a package is missing', { [NODE]: { version: '24.0.0' } }, false],
    ['a package has another version', { ...ALL, 'node_modules/fastify': { version: '4.0.0' } }, false],
    [
      'a package has other contents',
      { ...ALL, 'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-b' } },
      false,
    ],
  ])('when %s', (_, installed, expected) => {
    expect(arePackagesInstalled(buildTree(installed))).toBe(expected);
  });

  it.runIf(process.platform === 'linux')(
    'wants the Node.js of this platform, although npm calls it optional',
    () => {
      expect(arePackagesInstalled(buildTree(FASTIFY))).toBe(false);
    },
  );

  it('says what to do about a broken lockfile', () => {
    expect(() => arePackagesInstalled(buildTree(ALL, '{'))).toThrow(
      /package-lock\.json is missing or broken\n.*git checkout/,
    );
  });
});
