import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireAgreement, requireNewer, setTags, setVersion } from '../../../ops/release/versions.ts';

const numbers = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));

describe('a version', () => {
  it('is compared with another by the first different number', () => {
    fc.assert(
      fc.property(numbers, numbers, (one, other) => {
        const weigh = ([major, minor, patch]: readonly number[]) => major! * 10_000 + minor! * 100 + patch!;
        let isNewer = true;
        try {
          requireNewer(one.join('.'), other.join('.'));
        } catch {
          isNewer = false;
        }
        expect(isNewer).toBe(weigh(one) > weigh(other));
      }),
    );
  });

  it('is not newer than itself', () => {
    expect(() => requireNewer('0.1.0', '0.1.0')).toThrow('0.1.0 is not newer than 0.1.0');
  });

  it.each(['v0.2.0', '0.2', '0.2.0-beta', '00.2.0', 'next', ''])(
    'is refused if it is invalid: %j',
    (version) => {
      expect(() => requireNewer(version, '0.1.0')).toThrow('is not a version');
    },
  );

  it('is set in every file with the project’s version, and nowhere else', () => {
    const text = (version: string) =>
      JSON.stringify(
        {
          name: 'invoice-batch-engine',
          version,
          packages: { '': { name: 'invoice-batch-engine', version }, other: { version: '0.1.0' } },
        },
        null,
        2,
      );
    expect(setVersion(text('0.1.0'), '0.1.0', '0.2.0')).toBe(text('0.2.0'));
  });

  it('is set as the tag of every image for Kubernetes', () => {
    const text = (tag: string) =>
      `images:\n  - name: api\n    newTag: ${tag}\n  - name: worker\n    newTag: ${tag}\n`;
    expect(setTags(text('0.1.0'), '0.2.0')).toBe(text('0.2.0'));
  });

  const FILES = [
    'package.json',
    'package-lock.json',
    'clients/typescript/package.json',
    'ops/kubernetes/components/release/kustomization.yaml',
  ];
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const own = () => (JSON.parse(read('package.json')) as { version: string }).version;

  it('is the same in the package, its lockfile, the client and the images for Kubernetes, and is set in all of them', () => {
    const committed = new Map(FILES.map((file) => [file, read(file)]));
    expect(() => requireAgreement(committed, own())).not.toThrow();
    const set = (text: string) => setTags(setVersion(text, own(), '98.7.6'), '98.7.6');
    const released = new Map([...committed].map(([file, text]) => [file, set(text)]));
    expect(() => requireAgreement(released, '98.7.6')).not.toThrow();
  });

  it.each(FILES)('is refused if %s names another version or none', (file) => {
    const behind = setTags(setVersion(read(file), own(), '0.0.1'), '0.0.1');
    expect(() => requireAgreement(new Map([[file, behind]]), own())).toThrow(
      `${file} names the version 0.0.1: set it to that of package.json first`,
    );
    expect(() => requireAgreement(new Map([[file, '{}']]), own())).toThrow(
      `${file} names no version of the engine`,
    );
  });

  it('of the API is the one in its addresses, independent of the engine’s version', () => {
    const { info, paths } = JSON.parse(read('src/contracts/openapi.json')) as {
      info: { version: string };
      paths: Record<string, unknown>;
    };
    for (const address of Object.keys(paths).filter((name) => name.startsWith('/api/')))
      expect(address).toMatch(`/api/v${info.version}/`);
  });

  it('of an image is passed to Docker Compose and to the build, and is written nowhere else', () => {
    for (const file of ['docker-compose.yml', 'ops/docker/Dockerfile'])
      expect(read(file)).not.toMatch(/invoice-batch-engine-(?:api|worker):\d/);
  });
});
