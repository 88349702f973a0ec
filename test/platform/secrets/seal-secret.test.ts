import { randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  nameKey,
  nameSealingKey,
  unsealSecret,
  SealError,
  sealSecret,
} from '#src/platform/secrets/seal-secret.ts';

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const KEY = randomBytes(32);
const OTHER = randomBytes(32);
const SECRET = Buffer.from('contraseña');

const HEADER_BYTES = 1 + 4 + 12 + 16;

describe('a sealed secret', () => {
  it('can be unsealed with its context and a list of keys that contains its key', () => {
    fc.assert(
      fc.property(bytes(32), fc.uint8Array({ maxLength: 5000 }), fc.string(), (key, plaintext, context) => {
        const sealed = sealSecret(key, plaintext, context);
        for (const keys of [[key], [OTHER, key], [key, OTHER]]) {
          expect(unsealSecret(keys, sealed, context).equals(plaintext)).toBe(true);
        }
      }),
    );
  });

  it('cannot be unsealed with another key or context', () => {
    const sealed = sealSecret(KEY, SECRET, 'certificate 1');
    expect(() => unsealSecret([OTHER], sealed, 'certificate 1')).toThrow(SealError);
    expect(() => unsealSecret([], sealed, 'certificate 1')).toThrow(SealError);
    expect(() => unsealSecret([KEY, OTHER], sealed, 'certificate 2')).toThrow(SealError);
  });

  it('cannot be unsealed after any bit was changed or any bytes at its end were removed', () => {
    const sealed = sealSecret(KEY, SECRET, 'x');
    for (let bit = 0; bit < sealed.length * 8; bit += 1) {
      const changed = Buffer.from(sealed);
      changed[bit >> 3]! ^= 1 << (bit & 7);
      expect(() => unsealSecret([KEY, OTHER], changed, 'x')).toThrow(SealError);
    }
    for (let length = 0; length < sealed.length; length += 1) {
      expect(() => unsealSecret([KEY, OTHER], sealed.subarray(0, length), 'x')).toThrow(SealError);
    }
  });

  it('differs each time and does not contain the plaintext', () => {
    const [one, other] = [sealSecret(KEY, SECRET, 'x'), sealSecret(KEY, SECRET, 'x')];
    expect(one.equals(other)).toBe(false);
    expect(one.includes(SECRET)).toBe(false);
    expect(one).toHaveLength(HEADER_BYTES + SECRET.length);
  });

  it.each([0, 16, 31, 33])('cannot be sealed or unsealed with a key of %i bytes', (length) => {
    const key = randomBytes(length);
    expect(() => sealSecret(key, SECRET, 'x')).toThrow(RangeError);
    expect(() => unsealSecret([KEY, key], sealSecret(KEY, SECRET, 'x'), 'x')).toThrow(RangeError);
  });
});

describe('the name of a sealing key', () => {
  it('is stored in the sealed secret and is not a part of the key', () => {
    const sealed = sealSecret(KEY, SECRET, 'x');
    expect(sealed[0]).toBe(1);
    expect(nameKey(KEY)).toMatch(/^[0-9a-f]{8}$/);
    expect(nameSealingKey(sealed)).toBe(nameKey(KEY));
    expect(KEY.toString('hex')).not.toContain(nameKey(KEY));
  });

  it('appears in the error for a missing key, together with the names of the available keys', () => {
    const sealed = sealSecret(KEY, SECRET, 'x');
    expect(() => unsealSecret([OTHER], sealed, 'x')).toThrow(
      `It was encrypted with the key ${nameKey(KEY)}, but only ${nameKey(OTHER)} is set`,
    );
    expect(() => unsealSecret([], sealed, 'x')).toThrow(
      `It was encrypted with the key ${nameKey(KEY)}, but no key is set`,
    );
  });
});
