import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { requireNewer, setTags, setVersion } from '../../../ops/release/versions.ts';

const numbers = fc.tuple(fc.nat(99), fc.nat(99), fc.nat(99));

describe('a version', () => {
  it('is newer than another by its first different number', () => {
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

  it('is told to be no newer than the one that it is', () => {
    expect(() => requireNewer('0.1.0', '0.1.0')).toThrow('0.1.0 is not newer than 0.1.0');
  });

  it.each(['v0.2.0', '0.2', '0.2.0-beta', '00.2.0', 'next', ''])('is refused that is none: %j', (version) => {
    expect(() => requireNewer(version, '0.1.0')).toThrow('is no version');
  });

  it("is set where it is the project's own, and nowhere else", () => {
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

  it('is set as the tag of every image of Kubernetes', () => {
    const text = (tag: string) =>
      `images:\n  - name: api\n    newTag: ${tag}\n  - name: worker\n    newTag: ${tag}\n`;
    expect(setTags(text('0.1.0'), '0.2.0')).toBe(text('0.2.0'));
  });
});
