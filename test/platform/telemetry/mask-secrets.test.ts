import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskSecrets } from '#src/platform/telemetry/mask-secrets.ts';
import { growthOf } from '../../support/growth.ts';

const SECRET_MEMBERS = [
  'authorization',
  'Authorization',
  'proxy-authorization',
  'cookie',
  'set-cookie',
  'api_key',
  'apiKey',
  'x-api-key',
  'session_token',
  'sessionToken',
  'password',
  'DASHBOARD_PASSWORD',
  'passphrase',
  'client_secret',
];

const token = fc.stringMatching(/^[A-Za-z0-9_-]{43}$/);

describe('maskSecrets', () => {
  it('masks the value of every secret member at any depth and changes nothing else', () => {
    const depth = fc.integer({ min: 0, max: 6 });
    const secret = fc.string({ minLength: 1, unit: 'grapheme' });
    const other = fc.dictionary(fc.stringMatching(/^[a-f]{1,8}$/), fc.oneof(fc.string(), fc.integer()));
    const value = secret.chain((text) => fc.constantFrom<string | string[]>(text, [text, text]));
    fc.assert(
      fc.property(fc.constantFrom(...SECRET_MEMBERS), value, other, depth, (member, hidden, rest, levels) => {
        const wrap = (inner: object) =>
          Array.from({ length: levels }).reduce<object>((object) => ({ deep: object }), inner);
        const line = JSON.stringify(wrap({ ...rest, [member]: hidden, last: 1 }));
        const expected = wrap({ ...rest, [member]: '[redacted]', last: 1 });
        expect(JSON.parse(maskSecrets(line))).toEqual(expected);
      }),
    );
  });

  it.each(['a]b', 'a"]b', '],"x":["', '\\', '[['])('masks repeated headers that contain %j', (secret) => {
    const line = JSON.stringify({ cookie: [secret, secret], last: [1] });
    expect(maskSecrets(line)).toBe('{"cookie":"[redacted]","last":[1]}');
  });

  it('masks a list of lists, even if the line is no longer valid JSON', () => {
    const line = JSON.stringify({ cookie: [['a]b', 'secret']], last: 1 });
    expect(maskSecrets(line)).not.toMatch(/secret|a\]b/);
  });

  it.each([
    ['an API key in a text', (secret: string) => `Invalid key org_live_${secret} given`],
    ['a session token in a text', (secret: string) => `ses_${secret}`],
    ['a bearer header in a text', (secret: string) => `Authorization: Bearer ${secret}`],
    ['a basic header in a text', (secret: string) => `basic ${secret}`],
    ['a password in an address', (secret: string) => `connect postgres://engine:${secret}@db:5432/x failed`],
    ['a body as text', (secret: string) => JSON.stringify({ api_key: secret })],
    [
      'a body as text, indented',
      (secret: string) => JSON.stringify({ a: { session_token: secret } }, null, 2),
    ],
  ])('masks %s', (_place, write) => {
    fc.assert(
      fc.property(token, (secret) => {
        const line = JSON.stringify({ message: write(secret) });
        const masked = maskSecrets(line);
        expect(masked).not.toContain(secret);
        expect(masked).toContain('[redacted]');
        expect(() => JSON.parse(masked)).not.toThrow();
      }),
    );
  });

  it('takes linear time for hostile lines', async () => {
    const hostile = [
      '"',
      '\\"',
      'a',
      '"api_key":"',
      '"api_key":[',
      '"api_key":["",',
      '\\"api_key\\":\\"',
      'x://',
      '-',
      'Bearer ',
    ];
    for (const part of hostile) {
      const mask = (length: number) => maskSecrets(part.repeat(length / part.length));
      const growth = await growthOf(mask, { small: 20_000, large: 200_000 });
      expect({ part, growth }).toEqual({
        part,
        growth: expect.toSatisfy((times: number) => times < 40) as number,
      });
    }
  });
});
