import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  nameKey,
  nameSealingKey,
  SealError,
  sealSecret,
  unsealSecret,
} from '#src/platform/secrets/seal-secret.ts';
import { derivePublicKey, sealForOwner } from '#src/platform/secrets/sealing-pair.ts';

const key = randomBytes(32);
const owner = { name: nameKey(key), publicKey: derivePublicKey(key) };
const secret = Buffer.from('whsec_secret');

describe('a secret that is sealed with a public key', () => {
  it('is unsealed with the key from which the pair is derived, also after that key was replaced', () => {
    const sealed = sealForOwner(owner, secret, 'context');
    expect(unsealSecret([key], sealed, 'context')).toEqual(secret);
    expect(unsealSecret([randomBytes(32), key], sealed, 'context')).toEqual(secret);
    expect(nameSealingKey(sealed)).toBe(nameKey(key));
  });

  it('is different each time', () => {
    const [one, other] = [sealForOwner(owner, secret, 'context'), sealForOwner(owner, secret, 'context')];
    expect(one.equals(other)).toBe(false);
  });

  it('is not unsealed with another key or context, or after any byte was changed', () => {
    const sealed = sealForOwner(owner, secret, 'context');
    expect(() => unsealSecret([randomBytes(32)], sealed, 'context')).toThrow(SealError);
    expect(() => unsealSecret([key], sealed, 'another')).toThrow(SealError);
    expect(() => unsealSecret([key], sealed.subarray(0, 40), 'context')).toThrow(SealError);
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      expect(() => unsealSecret([key], changed, 'context'), `byte ${at}`).toThrow(SealError);
    }
  });

  it('is not mistaken for one that was sealed with the key itself', () => {
    const sealed = sealSecret(key, secret, 'context');
    expect(unsealSecret([key], sealed, 'context')).toEqual(secret);
    sealed[0] = 2;
    expect(() => unsealSecret([key], sealed, 'context')).toThrow(SealError);
  });
});
