import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ROOT } from './compose-file.ts';

/** The patterns in their order. A pattern with `!` includes what earlier ones exclude. */
const RULES = readFileSync(new URL('.dockerignore', ROOT), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => ({ isIncluded: line.startsWith('!'), pattern: toExpression(line.replace(/^!/, '')) }));

/** In a pattern of Docker `*` matches a part of a name, and `**` also whole directories. */
function toExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    return part === '*' ? '[^/]*' : part.replaceAll(/[.+?()[\]{}|^$\\]/g, String.raw`\$&`);
  });
  return new RegExp(`^${parts.join('')}$`);
}

/**
 * Returns whether the builder receives a file. The last pattern decides that matches the file or a
 * directory in which it lies.
 */
function isSent(file: string): boolean {
  const names = file.split('/');
  const places = names.map((_name, index) => names.slice(0, index + 1).join('/'));
  return RULES.findLast(({ pattern }) => places.some((place) => pattern.test(place)))?.isIncluded ?? true;
}

describe('.dockerignore', () => {
  it.each([
    '.env',
    '.env.production',
    '.git/config',
    '.local/data/postgres/PG_VERSION',
    'backups/2027-01/manifest.json',
    'node_modules/pg/package.json',
    'src/.env',
    'src/api/certificate.p12',
    'ops/docker/.env',
    'ops/docker/tls.key',
    'ops/cli/company.pfx',
    'packages/aeat-sandbox/src/http/server.pem',
    'packages/aeat-sandbox/test/certificates/ca.pem',
  ])('keeps secrets, data and installed packages from the builder: %s', (file) => {
    expect(isSent(file)).toBe(false);
  });

  it.each(['test/containers/image.test.ts', 'packages/verifactu/test/package.test.ts', 'clients/x.ts'])(
    'keeps tests and clients from the builder, which no image needs: %s',
    (file) => {
      expect(isSent(file)).toBe(false);
    },
  );

  it('sends the builder only the sources and the files that build the images', () => {
    // Only parts of these directories are sent.
    const divided = ['ops', 'ops/docker'];
    const entries = ['', ...divided].flatMap((directory) =>
      readdirSync(new URL(`./${directory}`, ROOT)).map((name) => path.posix.join(directory, name)),
    );
    const sent = entries.filter((entry) => isSent(entry) && !divided.includes(entry));
    expect(sent.toSorted()).toEqual([
      '.npmrc',
      'migrations',
      'ops/cli',
      'ops/docker/check-health.ts',
      'ops/docker/collect-files.sh',
      'ops/docker/nightly-backup.ts',
      'package-lock.json',
      'package.json',
      'packages',
      'src',
      'workers',
    ]);
  });
});
