import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findSyntaxFault } from '#src/json/find-syntax-fault.ts';
import { BodySyntaxError, parseJson } from '#src/json/parse-json.ts';

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string));

/** Returns the message of the error that parsing throws. */
function refusal(body: string | Buffer): string {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parseJson', () => {
  it('returns the same value as JSON.parse for any JSON text', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(!/"__proto__"/.test(text));
        expect(parse(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  const BYTES = 'Body is not valid UTF-8: the bytes at';
  const unexpected = (line: number, column: number) =>
    `Body is not valid JSON: the character at line ${line}, column ${column} is not expected there`;
  const early = (line: number, column: number) =>
    `Body is not valid JSON: it ends too early, at line ${line}, column ${column}`;

  it.each([
    ['without content', '', 'Body is empty; a JSON document is expected'],
    ['with a byte order mark', '\ufeff{}', 'Body starts with a byte order mark; send JSON without one'],
    ['in UTF-16', Buffer.from('{}', 'utf16le'), unexpected(1, 2)],
    [
      'with bytes that are not UTF-8',
      Buffer.from([0x22, 0xff, 0x22]),
      `${BYTES} line 1, column 2 do not encode a character`,
    ],
    [
      'with an overlong UTF-8 sequence',
      Buffer.from([0x22, 0xc0, 0x80, 0x22]),
      `${BYTES} line 1, column 2 do not encode a character`,
    ],
    [
      'in Latin-1',
      Buffer.from('{\n "a": "\uFFFD",\n "b": "Caf\u00E9"}'.replace('\uFFFD', 'x'), 'latin1'),
      `${BYTES} line 3, column 11 do not encode a character`,
    ],
    [
      'with a surrogate encoded in UTF-8',
      Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]),
      `${BYTES} line 1, column 2 do not encode a character`,
    ],
    ['that ends within an array', '{"a":[1,', early(1, 9)],
    ['that ends within a string', '{"a":"b', early(1, 8)],
    ['with two roots', '{} {}', unexpected(1, 4)],
    ['with a trailing comma', '{"a":1,}', unexpected(1, 8)],
    ['with a comment', '{} // x', unexpected(1, 4)],
    ['with a raw line break in a string', '"a\nb"', unexpected(1, 3)],
    ['with a raw NUL in a string', '"a\0b"', unexpected(1, 3)],
    ['of whitespace only', ' \n ', early(2, 2)],
    [
      'with a trailing comma after line breaks and non-ASCII characters',
      '{\r\n "ñ😀": [1,\n\n2,]}',
      unexpected(4, 3),
    ],
    ['with an unquoted member name', '{\n  "a": 1,\n  b: 2\n}', unexpected(3, 3)],
    ['with an invalid escape', '{"a": "b\\x"}', unexpected(1, 10)],
    ['with a bracket of the wrong kind', '{"a": [1}', unexpected(1, 9)],
    ['of one NUL', '\0', unexpected(1, 1)],
  ])('refuses a body %s', (_what, body, message) => {
    expect(refusal(body)).toBe(message);
  });

  it.each([
    'NaN',
    'Infinity',
    '-Infinity',
    'undefined',
    "'x'",
    '{a:1}',
    '+1',
    '01',
    '.5',
    '1.',
    '0x1',
    'tru',
  ])('refuses %s, which is not JSON', (text) => {
    expect(refusal(text)).toMatch(/^Body is not valid JSON: /);
  });

  it('locates the first character that makes a text invalid', () => {
    const text = fc.json({ maxDepth: 4 });
    const change = fc.constantFrom(
      '',
      '"',
      ',',
      ':',
      '}',
      ']',
      '{',
      '[',
      '\\',
      '\n',
      'x',
      '-',
      '.',
      '\u0001',
    );
    fc.assert(
      fc.property(text, fc.nat(), change, (right, place, piece) => {
        const at = place % (right.length + 1);
        const wrong = piece === '' ? right.slice(0, at) : right.slice(0, at) + piece + right.slice(at);
        const told = readV8Message(wrong);
        fc.pre(told !== null);
        const found = findSyntaxFault(wrong);
        // The messages of V8 contain the position of some errors.
        const position = /at position (\d+)/.exec(told)?.[1];
        expect(found).toBe(position === undefined ? found : Number(position));
        // The text before the position can still be continued to valid JSON; with the character it
        // cannot.
        expect(findSyntaxFault(wrong.slice(0, found))).toBe(found);
        expect(findSyntaxFault(wrong)).toBeLessThanOrEqual(wrong.length);
      }),
      { numRuns: 2000 },
    );
  });

  it('does not quote an invalid body in the error message', () => {
    expect(refusal('{"api_key": org_live_secret}')).not.toContain('secret');
  });
});

describe('nesting [B3]', () => {
  const nest = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

  it('is accepted up to 100 levels', () => {
    expect(parse(nest(100)).value).toEqual(JSON.parse(nest(100)));
    expect(refusal(nest(101))).toBe('Body is nested deeper than 100 levels');
  });

  it.each([
    ['closed arrays', nest(100_000)],
    ['open arrays', '['.repeat(100_000)],
    ['open objects', '{"a":'.repeat(100_000)],
    ['closed objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['arrays around a number', `${'['.repeat(100_000)}1234567890.12345678${']'.repeat(100_000)}`],
  ])('is refused before parsing: 100,000 %s', (_what, text) => {
    expect(refusal(text)).toBe('Body is nested deeper than 100 levels');
  });

  it('does not count brackets inside strings', () => {
    const text = JSON.stringify(['[{'.repeat(1000), `\\"${'['.repeat(200)}`]);
    expect(parse(text).value).toEqual(JSON.parse(text));
  });
});

describe('duplicate members [B4]', () => {
  it.each([
    ['{"a":1,"a":1}', 'a'],
    ['{"a":1,"\\u0061":2}', 'a'],
    ['{"a":1, "b":{"c":1 ,"c" :2}}', 'b.c'],
    [
      '{"invoice_batch":{"invoices":[{},{"lines":[{},{"units":1,"units":2}]}]}}',
      'invoice_batch.invoices[1].lines[1].units',
    ],
    ['[[1,{"a":1,"b":2,"a":3}]]', '[0][1].a'],
    ['{"__proto__":1,"__proto__":2}', '__proto__'],
    ['{"":1,"":2}', ''],
    ['{"a":{"x":1},"b":[{"x":1}],"a":{"x":1}}', 'a'],
    ['{"a\\"b":1,"a\\"b":2}', 'a"b'],
  ])('are refused and named by path: %s', (text, path) => {
    expect(refusal(text)).toBe(`Body has a duplicate member: ${path}`);
  });

  it('are not reported for equal names in other objects or for strings that look like members', () => {
    const text = '[{"a":{"a":1}},{"a":["a","a",":","\\":"]}]';
    expect(parse(text).value).toEqual(JSON.parse(text));
  });

  it('are found after a very long string, and named in a short message', () => {
    expect(refusal(`{"a":"${'x'.repeat(5_000_000)}","a":1}`)).toBe('Body has a duplicate member: a');
    expect(refusal(`{"a":"${'\\n'.repeat(5_000_000)}","a":1}`)).toBe('Body has a duplicate member: a');
    const long = 'x'.repeat(1_000_000);
    expect(refusal(`{"${long}":1,"${long}":1}`).length).toBeLessThan(300);
  });

  it('are found at any position in an object', () => {
    const name = fc.string({ unit: 'binary' });
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 1, maxLength: 8 }), fc.nat(), (names, pick) => {
        const repeated = names[pick % names.length]!;
        const members = [...names, repeated].map((each) => `${JSON.stringify(each)}:1`);
        expect(() => parse(`{${members.slice(0, -1).join()}}`)).not.toThrow();
        expect(refusal(`{${members.join()}}`)).toMatch(/^Body has a duplicate member: /);
      }),
    );
  });
});

describe('numbers that a double cannot hold [B13]', () => {
  it.each([
    ['123456789012345', false],
    ['1234567890123456', true],
    ['0.123456789012345', false],
    ['0.1234567890123456', true],
    ['0.30000000000000004', true],
    ['-0.30000000000000004', true],
    ['100.00000000000000000', false],
    ['0.00000000000000000001', false],
    ['120000000000000000000', false],
    ['1e2', false],
    ['1.5E+3', false],
    ['1234567890123456e-3', true],
    ['1e-400', true],
    ['0e-400', false],
    ['0.0', false],
    ['-0', false],
  ])('include %s: %s', (literal, isInexact) => {
    const found = parse(`{"a":[0,{"b":${literal}}]}`).inexactNumbers;
    expect([...found]).toEqual(isInexact ? [['a[1].b', literal]] : []);
  });

  it('are all reported with their paths', () => {
    const found = parse('{"a":0.30000000000000004,"b":[1,12345678901234567],"c":"12345678901234567"}');
    expect([...found.inexactNumbers.keys()].toSorted()).toEqual(['a', 'b[1]']);
  });
});

/** Returns the message of V8 for a text that is not JSON, or null for valid JSON. */
function readV8Message(text: string): string | null {
  try {
    JSON.parse(text);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}
