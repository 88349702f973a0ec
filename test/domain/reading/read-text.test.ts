import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText, readText } from '../../../src/domain/reading/read-text.ts';

function read(value: string | null | undefined, max = 20): { text: string | null; messages: string[] } {
  const messages: string[] = [];
  return {
    text: readText(value, 'Notes', { maxLength: max }, (name, _code, says) =>
      messages.push(`${name} ${says.en}`),
    ),
    messages,
  };
}

describe('readText [B9] [B10] [B11]', () => {
  it.each([null, undefined, '', '   ', '\u00a0\u2003', '\u200b', '\u3164 \u115f', '\u2060\u00ad', '\u2800'])(
    'treats %j as absent',
    (value) => {
      expect(read(value)).toEqual({ text: null, messages: [] });
    },
  );

  it.each([
    ['plain', 'plain'],
    ['  outer blanks  ', 'outer blanks'],
    ['Cafe\u0301', 'Café'],
    ['\u212bngström', 'Ångström'],
    ['two  blanks', 'two  blanks'],
    ['😀', '😀'],
    ['<b>&"\'', '<b>&"\''],
  ])('reads %j as %j', (value, text) => {
    expect(read(value)).toEqual({ text, messages: [] });
  });

  it.each(['\ud800', 'a\udc00b', 'pair \udc00\ud800'])('refuses the lone surrogate in %j', (value) => {
    expect(read(value)).toEqual({ text: null, messages: ['Notes must be well-formed Unicode'] });
  });

  it.each(['a\u0000b', 'a\nb', 'a\tb', 'a\r', '\u001b[1m', 'a\u007fb', 'a\u0085b', 'a\ufffeb', 'a\uffff'])(
    'refuses the control character in %j',
    (value) => {
      expect(read(value)).toEqual({
        text: null,
        messages: ["Notes can't contain control characters or line breaks"],
      });
    },
  );

  it('counts characters after normalisation, not code units', () => {
    expect(read('😀'.repeat(20)).text).toBe('😀'.repeat(20));
    expect(read('e\u0301'.repeat(20)).text).toBe('é'.repeat(20));
    const tooLong = { text: null, messages: ["Notes can't be longer than 20 characters"] };
    expect(read('😀'.repeat(21))).toEqual(tooLong);
    expect(read('x'.repeat(21))).toEqual(tooLong);
    expect(read('x'.repeat(10_000))).toEqual(tooLong);
  });

  it('does not change a text that it has read', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-composite', maxLength: 30 }), (value) => {
        const { text } = read(value, 100);
        expect(read(text, 100)).toEqual({ text, messages: [] });
      }),
    );
  });
});

describe('readText of a text with line breaks', () => {
  const readPrinted = (value: string) => {
    const messages: string[] = [];
    return {
      text: readText(value, 'Notes', { maxLength: 20, multiline: true }, (name, _code, says) =>
        messages.push(`${name} ${says.en}`),
      ),
      messages,
    };
  };

  it.each([
    ['a\nb', 'a\nb'],
    ['a\r\nb', 'a\nb'],
    ['\r\n a\r\n\r\n\nb \n', 'a\n\n\nb'],
    ['\n', null],
    ['x\r\n'.repeat(10), 'x\n'.repeat(10).trim()],
  ])('reads %j as %j', (value, text) => {
    expect(readPrinted(value)).toEqual({ text, messages: [] });
  });

  it.each(['a\rb', 'a\n\rb', 'a\tb', 'a\u0000b', 'a\u0085b', 'a\u000bb', 'a\n\uffff'])(
    'refuses %j',
    (value) => {
      const messages = ["Notes can't contain control characters other than line breaks"];
      expect(readPrinted(value)).toEqual({ text: null, messages });
    },
  );
});

describe('cutText', () => {
  it('truncates after a whole character and removes blanks at the end', () => {
    expect(cutText('abc', 3)).toBe('abc');
    expect(cutText('abcd', 3)).toBe('abc');
    expect(cutText('ab cd', 3)).toBe('ab');
    expect(cutText('😀😀😀', 2)).toBe('😀😀');
    expect(cutText('😀😀', 3)).toBe('😀😀');
  });
});
