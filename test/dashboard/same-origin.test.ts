import { describe, expect, it } from 'vitest';
import { isSameOrigin } from '#src/dashboard/same-origin.ts';

describe('isSameOrigin', () => {
  it.each([
    [true, 'curl', { host: 'board:3001' }],
    [
      true,
      'the page itself',
      { host: 'board:3001', origin: 'http://board:3001', 'sec-fetch-site': 'same-origin' },
    ],
    [
      true,
      'the page itself, in a browser without Sec-Fetch-Site',
      { host: 'board:3001', origin: 'http://board:3001' },
    ],
    [true, 'the page behind TLS', { host: 'board', origin: 'https://board' }],
    [false, 'another site', { host: 'board:3001', 'sec-fetch-site': 'cross-site' }],
    [false, 'another host of the same site', { host: 'board:3001', 'sec-fetch-site': 'same-site' }],
    [false, 'a bookmark or typed address', { host: 'board:3001', 'sec-fetch-site': 'none' }],
    [
      false,
      'two values of Sec-Fetch-Site',
      { host: 'board:3001', 'sec-fetch-site': ['same-origin', 'cross-site'] },
    ],
    [false, 'another port', { host: 'board:3001', origin: 'http://board:3000' }],
    [false, 'another host', { host: 'board:3001', origin: 'http://evil.example' }],
    [false, 'an opaque origin', { host: 'board:3001', origin: 'null' }],
    [false, 'an origin without a host to compare', { origin: 'http://board:3001' }],
    [
      false,
      'a browser that contradicts itself',
      { host: 'board', origin: 'http://board', 'sec-fetch-site': 'cross-site' },
    ],
  ])('returns %s for %s', (expected, _from, headers) => {
    expect(isSameOrigin(headers)).toBe(expected);
  });
});
