import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/submit/aeat/read-outcome.ts';

describe('the text of an answer', () => {
  it.each([
    ['UTF-8', Buffer.from('año'), 'text/xml; charset=UTF-8', 'año'],
    ['UTF-8 where nothing is said', Buffer.from('año'), undefined, 'año'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF<a/>'), 'text/xml', '<a/>'],
    ['Latin 1 where it says so', Buffer.from('año', 'latin1'), 'text/xml;charset="ISO-8859-1"', 'año'],
    ['UTF-8 where the charset is unknown', Buffer.from('año'), 'text/xml; charset=x-none', 'año'],
    ['wrong bytes', Buffer.from('año', 'latin1'), 'text/xml', 'a\uFFFDo'],
  ])('is read: %s', (_what, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text);
  });
});
