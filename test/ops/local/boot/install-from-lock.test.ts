import { execFileSync } from 'node:child_process';
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { installFromLock, nameArchives } from '../../../../ops/local/boot/install-from-lock.js';
import { findInstalled, installPackages } from '../../../../ops/local/boot/install-packages.js';

afterEach(() => void vi.unstubAllEnvs());

/**
 * Opens npm in a temporary directory with a registry on this machine, which has the package
 * `@scope/thing`.
 */
async function openRegistry(archivePath: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'registry-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  mkdirSync(path.join(directory, 'package'));
  const described = { name: '@scope/thing', version: '1.2.3' };
  writeFileSync(path.join(directory, 'package', 'package.json'), JSON.stringify(described));
  const archive = path.join(directory, 'thing.tgz');
  execFileSync('tar', ['-czf', archive, '-C', directory, 'package']);
  const bytes = readFileSync(archive);
  const integrity = `sha512-${hash('sha512', bytes, 'base64')}`;
  const asked: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    const requested = decodeURIComponent(url);
    asked.push(requested);
    if (requested === archivePath) return response.end(bytes);
    if (requested !== '/npm/@scope/thing') return response.writeHead(404).end('{}');
    const { port } = server.address() as AddressInfo;
    const dist = { integrity, tarball: `http://127.0.0.1:${port}${archivePath}` };
    return response.end(
      JSON.stringify({
        ...described,
        'dist-tags': { latest: '1.2.3' },
        versions: { '1.2.3': { ...described, dist } },
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  vi.stubEnv('npm_config_registry', `http://127.0.0.1:${(server.address() as AddressInfo).port}/npm/`);
  vi.stubEnv('npm_config_cache', path.join(directory, 'cache'));
  // npm would otherwise wait a minute before a retry.
  vi.stubEnv('npm_config_fetch_retries', '0');

  const manifest = path.join(directory, 'manifest');
  const work = path.join(directory, 'work');
  const log = path.join(directory, 'log');
  mkdirSync(manifest);
  const root = { name: 'engine', version: '1.0.0', dependencies: { '@scope/thing': '1.2.3' } };
  const lock = (checksum: string) =>
    JSON.stringify({
      ...root,
      lockfileVersion: 3,
      packages: { '': root, 'node_modules/@scope/thing': { version: '1.2.3', integrity: checksum } },
    });
  writeFileSync(path.join(manifest, 'package.json'), JSON.stringify(root));
  writeFileSync(path.join(manifest, 'package-lock.json'), lock(integrity));
  return { asked, manifest, work, log, lock, thing: path.join(work, 'node_modules', '@scope', 'thing') };
}

const USUAL = '/npm/@scope/thing/-/thing-1.2.3.tgz';

describe('installing from a lockfile without addresses', () => {
  it(
    'fetches the archives from the registry in npm’s settings, and sends it no other request',
    { timeout: 60_000 },
    async () => {
      const { asked, manifest, work, log, thing } = await openRegistry(USUAL);
      await installFromLock(manifest, work, { log });
      expect(existsSync(path.join(thing, 'package.json'))).toBe(true);
      expect(asked).toEqual([USUAL]);
      const lockfile = (directory: string) => readFileSync(path.join(directory, 'package-lock.json'), 'utf8');
      expect(lockfile(work)).toBe(lockfile(manifest));
    },
  );

  it(
    'asks a registry for the addresses of archives that are stored elsewhere',
    { timeout: 60_000 },
    async () => {
      const { asked, manifest, work, log, thing } = await openRegistry('/npm/download/4711');
      await installFromLock(manifest, work, { log });
      expect(existsSync(path.join(thing, 'package.json'))).toBe(true);
      expect(asked).toEqual([USUAL, '/npm/@scope/thing', '/npm/download/4711']);
    },
  );

  it('refuses an archive with another checksum', { timeout: 60_000 }, async () => {
    const { manifest, work, log, lock, thing } = await openRegistry(USUAL);
    writeFileSync(
      path.join(manifest, 'package-lock.json'),
      lock(`sha512-${hash('sha512', 'other', 'base64')}`),
    );
    await expect(installFromLock(manifest, work, { log })).rejects.toThrow(/^npm ci failed: .*EINTEGRITY/);
    expect(existsSync(thing)).toBe(false);
  });
});

it(
  'npm start replaces all packages at once, and removes leftovers of a killed installation',
  { timeout: 60_000 },
  async () => {
    const { manifest: root } = await openRegistry(USUAL);
    const modules = path.join(root, 'node_modules');
    const unfinished = path.join(modules, '.installing.1', 'node_modules');
    for (const place of [path.join(unfinished, '@scope', 'thing'), path.join(modules, 'other')])
      mkdirSync(place, { recursive: true });
    const record = readFileSync(path.join(root, 'package-lock.json'), 'utf8');
    writeFileSync(path.join(unfinished, '.package-lock.json'), record);
    expect(findInstalled(root)).toBe('none');
    await installPackages(root, 'none', { withDevelopment: false, logs: root });
    expect(findInstalled(root)).toBe('all');
    expect(readdirSync(modules).toSorted()).toEqual(['.package-lock.json', '@scope']);
  },
);

it('the address of an archive contains the package’s real name, and links and given addresses stay unchanged', () => {
  const packages = {
    '': { version: '1.0.0' },
    'node_modules/a/node_modules/@scope/b': { version: '2.0.0' },
    'node_modules/alias': { name: 'typescript', version: '7.0.2' },
    'node_modules/link': { resolved: 'somewhere', link: true },
    'node_modules/a/node_modules/bundled': { version: '1.0.0', inBundle: true },
    'node_modules/elsewhere': { version: '1.0.0', resolved: 'https://127.0.0.1/elsewhere.tgz' },
    somewhere: { version: '1.0.0' },
  };
  const named = nameArchives({ packages });
  const resolved = Object.values(named.packages).map((entry) =>
    entry.resolved?.replace('registry.invalid', '…'),
  );
  expect(resolved).toEqual([
    undefined,
    'https://…/@scope/b/-/b-2.0.0.tgz',
    'https://…/typescript/-/typescript-7.0.2.tgz',
    'somewhere',
    undefined,
    'https://127.0.0.1/elsewhere.tgz',
    undefined,
  ]);
});
