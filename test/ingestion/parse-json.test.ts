import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BodySyntaxError, parseJson } from '../../src/ingestion/parse-json.ts';

const parse = (text: string | Buffer) => parseJson(Buffer.from(text as string));

/** The message of a refusal. */
function refusal(body: string | Buffer): string {
  try {
    parse(body);
  } catch (error) {
    if (error instanceof BodySyntaxError) return error.message;
    throw error;
  }
  throw new Error('was accepted');
}

describe('parsing a body', () => {
  it('gives what JSON.parse gives, for any JSON value', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 5 }), (text) => {
        fc.pre(!/"__proto__"/.test(text));
        expect(parse(text).value).toEqual(JSON.parse(text));
      }),
    );
  });

  it.each([
    ['empty', '', 'Body is empty; a JSON document is expected'],
    ['with a byte order mark', '\ufeff{}', 'Body starts with a byte order mark; JSON has none'],
    ['in UTF-16', Buffer.from('{}', 'utf16le'), 'Body is not valid JSON: at position 1'],
    ['of bytes that are not UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'Body is not valid UTF-8'],
    ['of an overlong form', Buffer.from([0x22, 0xc0, 0x80, 0x22]), 'Body is not valid UTF-8'],
    ['with a surrogate as bytes', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22]), 'Body is not valid UTF-8'],
    ['cut off', '{"a":[1,', 'Body is not valid JSON: it ends too early'],
    ['cut off in a text', '{"a":"b', 'Body is not valid JSON: at position 7'],
    ['with two roots', '{} {}', 'Body is not valid JSON: at position 3'],
    ['with a comma too many', '{"a":1,}', 'Body is not valid JSON: at position 7'],
    ['with a comment', '{} // x', 'Body is not valid JSON: at position 3'],
    ['with a raw line break in a text', '"a\nb"', 'Body is not valid JSON: at position 2'],
    ['with a raw NUL in a text', '"a\0b"', 'Body is not valid JSON: at position 2'],
    ['of blanks only', ' \n ', 'Body is not valid JSON: it ends too early'],
    ['of NUL', '\0', 'Body is not valid JSON: a token is not expected there'],
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

  it('never repeats what a client sent when it is not JSON', () => {
    expect(refusal('{"api_key": org_live_secret}')).not.toContain('secret');
  });
});

describe('nesting [B3]', () => {
  const nest = (depth: number, open = '[', close = ']') => open.repeat(depth) + close.repeat(depth);

  it('may be 100 levels deep', () => {
    expect(parse(nest(100)).value).toEqual(JSON.parse(nest(100)));
    expect(refusal(nest(101))).toBe('Body is nested deeper than 100 levels');
  });

  it.each([
    ['closed lists', nest(100_000)],
    ['open lists', '['.repeat(100_000)],
    ['open objects', '{"a":'.repeat(100_000)],
    ['closed objects', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['a long number inside', `${'['.repeat(100_000)}1234567890.12345678${']'.repeat(100_000)}`],
  ])('is refused before it is parsed: 100,000 %s', (_what, text) => {
    expect(refusal(text)).toBe('Body is nested deeper than 100 levels');
  });

  it('counts brackets outside of texts only', () => {
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

  it('are not the members of other objects, nor texts that look like members', () => {
    const text = '[{"a":{"a":1}},{"a":["a","a",":","\\":"]}]';
    expect(parse(text).value).toEqual(JSON.parse(text));
  });

  it('are found behind a text of any length, and named in a short message', () => {
    expect(refusal(`{"a":"${'x'.repeat(5_000_000)}","a":1}`)).toBe('Body has a duplicate member: a');
    expect(refusal(`{"a":"${'\\n'.repeat(5_000_000)}","a":1}`)).toBe('Body has a duplicate member: a');
    const long = 'x'.repeat(1_000_000);
    expect(refusal(`{"${long}":1,"${long}":1}`).length).toBeLessThan(300);
  });

  it('are found wherever they are in any object', () => {
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
  ])('%s: %s', (literal, isInexact) => {
    const found = parse(`{"a":[0,{"b":${literal}}]}`).inexactNumbers;
    expect([...found]).toEqual(isInexact ? [['a[1].b', literal]] : []);
  });

  it('are each found, and only in their places', () => {
    const found = parse('{"a":0.30000000000000004,"b":[1,12345678901234567],"c":"12345678901234567"}');
    expect([...found.inexactNumbers.keys()].toSorted()).toEqual(['a', 'b[1]']);
  });
});
