import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openSecret, SealError, sealSecret } from '../../src/aeat/seal-secret.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const KEY = randomBytes(32);
const SECRET = Buffer.from('contraseña');

describe('a sealed secret', () => {
  it('opens with its key and context, whatever it is', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ maxLength: 5000 }), fc.string(), (key, plaintext, context) => {
        const sealed = sealSecret(key, plaintext, context);
        expect(openSecret(key, sealed, context).equals(plaintext)).toBe(true);
      }),
    );
  });

  it('does not open with another key or context', () => {
    const sealed = sealSecret(KEY, SECRET, 'certificate 1');
    expect(() => openSecret(randomBytes(32), sealed, 'certificate 1')).toThrow(SealError);
    expect(() => openSecret(KEY, sealed, 'certificate 2')).toThrow(SealError);
  });

  it('does not open when any of its bits was changed or any of its ends was cut', () => {
    const sealed = sealSecret(KEY, SECRET, 'x');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => openSecret(KEY, changed, 'x')).toThrow(SealError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => openSecret(KEY, sealed.subarray(0, length), 'x')).toThrow(SealError);
    }
  });

  it('is never the same twice and does not show what it holds', () => {
    const [one, other] = [sealSecret(KEY, SECRET, 'x'), sealSecret(KEY, SECRET, 'x')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(SECRET)).toBe(false);
  });

  it('has a version in front, so that a later format can be told apart', () => {
    const sealed = sealSecret(KEY, SECRET, 'x');
    expect(sealed[0]).toBe(1);
    expect(sealed).toHaveLength(1 + 12 + 16 + SECRET.length);
  });

  it.each([0, 16, 31, 33])('takes no key of %i bytes', (length) => {
    const key = randomBytes(length);
    expect(() => sealSecret(key, SECRET, 'x')).toThrow(RangeError);
    expect(() => openSecret(key, sealSecret(KEY, SECRET, 'x'), 'x')).toThrow(RangeError);
  });
});
