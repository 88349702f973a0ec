import { describe, expect, it } from 'vitest';
import {
  generateApiKey,
  generateSessionToken,
  hashSecret,
  showPrefix,
} from '#src/organizations/access/secrets.ts';

describe.each([
  ['an API key', generateApiKey, /^org_live_[A-Za-z0-9_-]{43}$/],
  ['a session token', generateSessionToken, /^ses_[A-Za-z0-9_-]{43}$/],
])('%s', (_what, generate, form) => {
  it('has 256 random bits after its prefix', () => {
    const secrets = Array.from({ length: 1000 }, generate);
    expect(new Set(secrets).size).toBe(1000);
    for (const secret of secrets) expect(secret).toMatch(form);
    // Each character but the last, which encodes only 4 bits, takes many values.
    for (let place = 1; place <= 42; place += 1) {
      expect(new Set(secrets.map((secret) => secret.at(-place - 1))).size).toBeGreaterThan(50);
    }
  });
});

describe('the stored parts of a secret', () => {
  it('include its SHA-256 hash (test vector of FIPS 180)', () => {
    const hash = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(hashSecret('abc').toString('hex')).toBe(hash);
  });

  it('include a prefix that shows 4 of its 43 random characters', () => {
    expect(showPrefix(`org_live_${'abcdefgh'.repeat(6)}`)).toBe('org_live_abcd');
  });
});
