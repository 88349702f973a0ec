import { describe, expect, it } from 'vitest';
import { readPreference } from '#src/api/queries/prefer.ts';

const NONE = { waitSeconds: null, isAsync: false };

describe('the header Prefer', () => {
  it.each<readonly [string | undefined, object]>([
    [undefined, NONE],
    ['', NONE],
    ['respond-async', { ...NONE, isAsync: true }],
    ['wait=2', { ...NONE, waitSeconds: 2 }],
    ['Wait = "3" ; a=b, RESPOND-ASYNC', { waitSeconds: 3, isAsync: true }],
    ['wait=1, wait=4', { ...NONE, waitSeconds: 1 }],
    ['wait=soon, return=minimal', NONE],
    ['wait=-1', NONE],
    [';=,==;', NONE],
  ])('%j is read by RFC 7240', (header, preference) => {
    expect(readPreference(header)).toEqual(preference);
  });
});
