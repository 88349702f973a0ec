import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../../ops/local/boot/layout.ts';
import { findNode, isNodeMissing, isRightNode } from '../../../../ops/local/boot/pinned-node.js';

const MANIFEST = path.join(ROOT, 'ops', 'local', 'boot', 'node');
const readManifest = (name: string) => readFileSync(path.join(MANIFEST, name), 'utf8');

/** Creates a project with a fetched Node.js, whose program prints its version. */
function buildProject(lock = readManifest('package-lock.json')): {
  root: string;
  local: string;
  program: string;
} {
  const root = mkdtempSync(path.join(tmpdir(), 'node-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const local = path.join(root, '.local');
  const program = path.join(local, 'node', 'node_modules', `node-linux-${process.arch}`, 'bin', 'node');
  mkdirSync(path.dirname(program), { recursive: true });
  writeFileSync(program, '#!/bin/sh\necho v24.21.0\n', { mode: 0o755 });
  const manifest = path.join(path.dirname(program), '..', 'package.json');
  writeFileSync(manifest, JSON.stringify({ version: '24.21.0' }));
  writeFileSync(path.join(local, 'node', 'package-lock.json'), lock);
  return { root, local, program };
}

/** Runs work as if this process ran another version, that of the machine or one at another path. */
function as<T>(version: string, work: () => T, execPath = '/usr/bin/node'): T {
  const { versions, execPath: own } = process;
  Object.defineProperty(process, 'versions', { value: { ...versions, node: version } });
  process.execPath = execPath;
  try {
    return work();
  } finally {
    Object.defineProperty(process, 'versions', { value: versions });
    process.execPath = own;
  }
}

describe('the Node.js under which the engine runs', () => {
  it.each([
    ['18.20.0', false],
    ['20.20.2', false],
    ['24.11.9', false],
    ['24.12.0', true],
    ['24.21.0', true],
    ['25.1.0', false],
    ['25.2.0', true],
    ['26.0.0', true],
  ])('is suitable if its version is %s: %j', (version, expected) => {
    expect(isRightNode(version)).toBe(expected);
    const { root, local } = buildProject();
    expect(as(version, () => findNode(root, local)) === undefined).toBe(expected);
  });

  it('is pinned by its checksum for every offered platform', () => {
    type Lock = { packages: Record<string, { version?: string; integrity?: string }> };
    const { packages } = JSON.parse(readManifest('package-lock.json')) as Lock;
    const { optionalDependencies } = JSON.parse(readManifest('package.json')) as {
      optionalDependencies: Record<string, string>;
    };
    const offered = Object.entries(optionalDependencies);
    expect(offered.length).toBeGreaterThan(1);
    for (const [name, version] of offered) {
      expect(isRightNode(version)).toBe(true);
      expect(packages[`node_modules/${name}`]).toMatchObject({
        version,
        integrity: expect.stringMatching(/^sha512-/) as unknown,
      });
    }
  });

  describe.runIf(process.platform === 'linux')('on a machine with an unsuitable version', () => {
    it('is the fetched one, which npm’s scripts find from then on', () => {
      const { root, local, program } = buildProject();
      for (let time = 0; time < 2; time += 1) {
        expect(as('20.20.2', () => findNode(root, local))).toBe(program);
        expect(readFileSync(path.join(root, 'node_modules', '.bin', 'node'), 'utf8')).toContain('v24.21.0');
      }
    });

    it('is linked again for npm’s scripts after npm emptied the packages, if this process runs under it', () => {
      const { root, local, program } = buildProject();
      const node = path.join(root, 'node_modules', '.bin', 'node');
      expect(as('24.21.0', () => findNode(root, local), program)).toBeUndefined();
      expect(realpathSync(node)).toBe(realpathSync(program));
    });

    it('is started again if another version replaced its file while this process ran', () => {
      const { root, local, program } = buildProject();
      expect(as('24.20.0', () => findNode(root, local), program)).toBe(program);
    });

    it('is fetched if it is missing, damaged, or has another version than the lockfile', () => {
      const missing = (version: string, { local }: { local: string }, execPath?: string) =>
        as(version, () => isNodeMissing(local), execPath);
      const whole = buildProject();
      expect(missing('20.20.2', whole)).toBe(false);
      expect(missing('24.21.0', whole, whole.program)).toBe(false);
      const none = { local: path.join(whole.root, 'nothing') };
      expect(missing('24.21.0', none)).toBe(false);
      expect(missing('20.20.2', none)).toBe(true);
      expect(missing('20.20.2', buildProject('{}'))).toBe(true);
      const damaged = buildProject();
      writeFileSync(damaged.program, 'no program');
      expect(missing('20.20.2', damaged)).toBe(true);
      const unfinished = buildProject();
      rmSync(path.join(unfinished.local, 'node', 'package-lock.json'));
      expect(missing('20.20.2', unfinished)).toBe(true);
    });

    it('is not the earlier fetched one that is being replaced, even if this process runs under it', () => {
      const { root, local, program } = buildProject();
      const earlier = path.join(path.dirname(program), 'earlier-node');
      mkdirSync(path.join(root, 'node_modules'), { recursive: true });
      // Before the new one is fetched, and after the file under which this process runs was
      // removed.
      rmSync(path.join(local, 'node', 'package-lock.json'));
      expect(as('24.21.0', () => isNodeMissing(local), earlier)).toBe(true);
      expect(as('24.21.0', () => findNode(root, local), earlier)).toBe(program);
      expect(realpathSync(path.join(root, 'node_modules', '.bin', 'node'))).toBe(realpathSync(program));
    });

    it('is requested with one clear line if it does not run', () => {
      const { root, local, program } = buildProject();
      writeFileSync(program, 'no program');
      expect(() => as('20.20.2', () => findNode(root, local))).toThrow(
        /^There is no package with Node\.js 24 for linux .+\n {2}Install Node\.js 24/,
      );
    });
  });
});
