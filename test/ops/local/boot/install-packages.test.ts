import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { findInstalled } from '../../../../ops/local/boot/install-packages.js';

type Packages = Record<
  string,
  { version: string; integrity?: string; optional?: boolean; dev?: boolean; devOptional?: boolean }
>;

const WANTED: Packages = {
  '': { version: '0.1.0' },
  'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-a' },
  'node_modules/vitest': { version: '5.1.0', integrity: 'sha512-b', dev: true },
  'node_modules/only-for-windows': { version: '1.0.0', optional: true },
  'node_modules/only-to-test-on-windows': { version: '1.0.0', dev: true, optional: true },
  'node_modules/either-way': { version: '1.0.0', devOptional: true },
};
const {
  'node_modules/vitest': VITEST,
  'node_modules/only-for-windows': _windows,
  'node_modules/only-to-test-on-windows': _windowsToo,
  ...RUNTIME
} = WANTED;
const ALL = { ...RUNTIME, 'node_modules/vitest': VITEST! };

function buildTree(installed: Packages | undefined, lockfile = JSON.stringify({ packages: WANTED })): string {
  const root = mkdtempSync(path.join(tmpdir(), 'packages-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'node_modules'));
  writeFileSync(path.join(root, 'package-lock.json'), lockfile);
  if (installed) {
    const record = path.join(root, 'node_modules', '.package-lock.json');
    writeFileSync(record, JSON.stringify({ packages: installed }));
    for (const place of Object.keys(installed)) {
      mkdirSync(path.join(root, place), { recursive: true });
      writeFileSync(path.join(root, place, 'package.json'), '{}');
    }
  }
  return root;
}

const without = (packages: Packages, place: string): Packages =>
  Object.fromEntries(Object.entries(packages).filter(([name]) => name !== place));

describe('findInstalled', () => {
  it.each<[string, Packages | undefined, string]>([
    ['everything of the lockfile is there but other platforms’ packages', ALL, 'all'],
    ['what npm may leave out is not there', without(ALL, 'node_modules/either-way'), 'all'],
    ['nothing of development is there', RUNTIME, 'runtime'],
    [
      'a package of development has another version',
      { ...ALL, 'node_modules/vitest': { version: '4.0.0', dev: true } },
      'runtime',
    ],
    ['nothing was installed, or npm was interrupted', undefined, 'none'],
    ['a package is missing', without(ALL, 'node_modules/fastify'), 'none'],
    ['a package has another version', { ...ALL, 'node_modules/fastify': { version: '4.0.0' } }, 'none'],
    [
      'a package has other contents',
      { ...ALL, 'node_modules/fastify': { version: '5.0.0', integrity: 'sha512-b' } },
      'none',
    ],
  ])('when %s', (_, installed, expected) => {
    expect(findInstalled(buildTree(installed))).toBe(expected);
  });

  it('does not trust npm’s record of a package whose files are missing', () => {
    const root = buildTree(ALL);
    rmSync(path.join(root, 'node_modules', 'vitest'), { recursive: true });
    expect(findInstalled(root)).toBe('runtime');
    rmSync(path.join(root, 'node_modules', 'fastify'), { recursive: true });
    expect(findInstalled(root)).toBe('none');
  });

  it('names the remedy for a broken lockfile', () => {
    expect(() => findInstalled(buildTree(ALL, '{'))).toThrow(
      /package-lock\.json is missing or broken\n.*git checkout/,
    );
  });
});
