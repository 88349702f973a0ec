import { describe, expect, it } from 'vitest';
import { decodeText } from '../../src/client/internal/read-outcome.ts';

describe('decodeText', () => {
  it.each([
    ['UTF-8', Buffer.from('año'), 'text/xml; charset=UTF-8', 'año'],
    ['UTF-8 without a content type', Buffer.from('año'), undefined, 'año'],
    ['UTF-8 with a byte order mark', Buffer.from('\uFEFF<a/>'), 'text/xml', '<a/>'],
    [
      'ISO-8859-1 that the content type declares',
      Buffer.from('año', 'latin1'),
      'text/xml;charset="ISO-8859-1"',
      'año',
    ],
    ['UTF-8 with an unknown charset', Buffer.from('año'), 'text/xml; charset=x-none', 'año'],
    ['bytes that are not UTF-8', Buffer.from('año', 'latin1'), 'text/xml', 'a\uFFFDo'],
  ])('decodes %s', (_what, bytes, contentType, text) => {
    expect(decodeText(bytes, contentType)).toBe(text);
  });
});
