import { globSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ROOT } from '../../../ops/local/boot/layout.ts';
import {
  CLIENT_FILES,
  requireAgreement,
  requireNewer,
  setTags,
  setVersion,
} from '../../../ops/release/versions.ts';

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

  it.each(['v0.2.0', '0.2', '0.2.0-beta', '00.2.0', 'next', ''])(
    'is refused if it is invalid: %j',
    (version) => {
      expect(() => requireNewer(version, '0.1.0')).toThrow('is not a version');
    },
  );

  const FILES = [
    'package.json',
    'package-lock.json',
    ...CLIENT_FILES,
    ...globSync('packages/*/package.json', { cwd: ROOT }),
    'ops/kubernetes/components/release/kustomization.yaml',
  ];
  const read = (file: string) => readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
  const own = () => (JSON.parse(read('package.json')) as { version: string }).version;

  it('is the same in the package, its lockfile, the clients and the images for Kubernetes, and is set in all of them', () => {
    const committed = new Map(FILES.map((file) => [file, read(file)]));
    expect(() => requireAgreement(committed, own())).not.toThrow();
    const set = (text: string) => setTags(setVersion(text, own(), '98.7.6'), '98.7.6');
    const released = new Map([...committed].map(([file, text]) => [file, set(text)]));
    expect(() => requireAgreement(released, '98.7.6')).not.toThrow();
    const { dependencies } = JSON.parse(released.get('package.json')!) as {
      dependencies: Record<string, string>;
    };
    expect(dependencies['verifactu-protocol']).toBe('98.7.6');
  });

  it('of the API is the one in its addresses, independent of the engine’s version', () => {
    const { info, paths } = JSON.parse(read('src/generated/openapi-v1.json')) as {
      info: { version: string };
      paths: Record<string, unknown>;
    };
    for (const address of Object.keys(paths).filter((name) => name.startsWith('/api/')))
      expect(address).toMatch(`/api/v${info.version}/`);
  });
});
