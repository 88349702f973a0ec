import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasLogin } from '#src/dashboard/login.ts';

const basic = (user: string, password: string) =>
  `Basic ${Buffer.from(`${user}:${password}`, 'utf8').toString('base64')}`;

/* A user name must not contain a colon (RFC 7617). */
const user = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.includes(':'));
const password = fc.string({ minLength: 1, unit: 'grapheme' });

describe('hasLogin', () => {
  it('accepts any user and password, including colons in the password and all of Unicode', () => {
    fc.assert(
      fc.property(user, password, (name, secret) => {
        expect(hasLogin(basic(name, secret), { user: name, password: secret })).toBe(true);
      }),
    );
  });

  it('refuses every other user or password', () => {
    fc.assert(
      fc.property(user, password, user, password, (name, secret, otherName, otherSecret) => {
        fc.pre(name !== otherName || secret !== otherSecret);
        expect(hasLogin(basic(otherName, otherSecret), { user: name, password: secret })).toBe(false);
      }),
    );
  });

  it('accepts the scheme in any case', () => {
    const header = basic('operator', 'secret').replace('Basic', 'bAsIc');
    expect(hasLogin(header, { user: 'operator', password: 'secret' })).toBe(true);
  });
});
