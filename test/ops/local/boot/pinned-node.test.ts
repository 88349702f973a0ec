import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ROOT } from '../../../../ops/local/boot/layout.ts';
import { findNode, isNodeMissing, isRightNode } from '../../../../ops/local/boot/pinned-node.js';

const MANIFEST = path.join(ROOT, 'ops', 'local', 'boot', 'node');
const readManifest = (name: string) => readFileSync(path.join(MANIFEST, name), 'utf8');

/** A project whose Node.js was fetched, with a program that says what it is. */
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
  writeFileSync(path.join(local, 'node', 'package-lock.json'), lock);
  return { root, local, program };
}

/** Runs some work as if this were another version. */
function as<T>(version: string, work: () => T): T {
  const { versions } = process;
  Object.defineProperty(process, 'versions', { value: { ...versions, node: version } });
  try {
    return work();
  } finally {
    Object.defineProperty(process, 'versions', { value: versions });
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
    ['26.0.0', false],
  ])('is the machine’s own where that is %s: %j', (version, expected) => {
    expect(isRightNode(version)).toBe(expected);
    const { root, local } = buildProject();
    expect(as(version, () => findNode(root, local)) === process.execPath).toBe(expected);
  });

  it('is one that is pinned by its checksum for every platform that is offered', () => {
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

  describe.runIf(process.platform === 'linux')('on a machine that has another', () => {
    it('is the one that was fetched, which npm’s scripts find from then on', () => {
      const { root, local, program } = buildProject();
      for (let time = 0; time < 2; time += 1) {
        expect(as('20.20.2', () => findNode(root, local))).toBe(program);
        expect(readFileSync(path.join(root, 'node_modules', '.bin', 'node'), 'utf8')).toContain('v24.21.0');
      }
    });

    it('is found again by npm’s scripts after npm emptied the packages, where it runs this already', () => {
      const { root, local, program } = buildProject();
      rmSync(program);
      symlinkSync(process.execPath, program);
      expect(as('24.21.0', () => findNode(root, local))).toBe(process.execPath);
      expect(realpathSync(path.join(root, 'node_modules', '.bin', 'node'))).toBe(
        realpathSync(process.execPath),
      );
    });

    it('is fetched where none is there, and where the lockfile names another by now', () => {
      const { local } = buildProject();
      expect(as('20.20.2', () => isNodeMissing(local))).toBe(false);
      expect(as('24.21.0', () => isNodeMissing(path.join(local, 'nothing')))).toBe(false);
      expect(as('20.20.2', () => isNodeMissing(path.join(local, 'nothing')))).toBe(true);
      const earlier = buildProject('{}');
      expect(as('20.20.2', () => isNodeMissing(earlier.local))).toBe(true);
    });

    it('is asked for in one clear line where it does not run', () => {
      const { root, local, program } = buildProject();
      writeFileSync(program, 'no program');
      expect(() => as('20.20.2', () => findNode(root, local))).toThrow(
        /^No Node\.js 24 for linux .+\n {2}Install Node\.js 24/,
      );
    });
  });
});
