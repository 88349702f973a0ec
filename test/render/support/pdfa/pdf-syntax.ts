/*
 * A parser of the syntax of PDF objects and content streams (ISO 32000-1, 7.3), written for the
 * tests alone: it shares no code with the product.
 */

export class Name {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export class PdfString {
  /** One character per byte. */
  readonly bytes: string;
  constructor(bytes: string) {
    this.bytes = bytes;
  }
}

export class Reference {
  readonly id: number;
  constructor(id: number) {
    this.id = id;
  }
}

/** An operator of a content stream, or a keyword of a file. */
export class Operator {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

export type Dictionary = ReadonlyMap<string, PdfValue>;
export type PdfValue =
  | null
  | boolean
  | number
  | Name
  | PdfString
  | Reference
  | readonly PdfValue[]
  | Dictionary;

/** Receives a fact about an object: the name of its type in veraPDF's model, and its properties. */
export type Report = (type: string, properties: Readonly<Record<string, unknown>>) => void;

const BLANKS = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d+) (\d+) R(?![A-Za-z0-9])/y;
const NUMBER = /[+-]?(?:\d+\.?\d*|\.\d+)(?![^\0\t\n\f\r ()<>[\]{}/%])/y;
const NAME = /\/([^\0\t\n\f\r ()<>[\]{}/%]*)/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const HEX = /<([^>]*)>/y;
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** Reads one value after another. */
export class PdfParser {
  at: number;
  readonly #text: string;
  readonly #report: Report;

  constructor(text: string, report: Report = () => {}, at = 0) {
    this.#text = text;
    this.#report = report;
    this.at = at;
  }

  /** Returns the next value or operator; undefined at the end. */
  next(): PdfValue | Operator | undefined {
    this.#match(BLANKS);
    if (this.at >= this.#text.length) return undefined;
    if (this.#text.startsWith('<<', this.at)) return this.#readDictionary();
    const first = this.#text[this.at];
    if (first === '[') return this.#readUntil(']');
    if (first === '(') return this.#readLiteral();
    if (first === '<') return this.#readHex();
    if (first === '/') return this.#readName();
    const reference = this.#match(REFERENCE);
    if (reference !== null) return new Reference(Number(reference[1]));
    const number = this.#match(NUMBER);
    if (number !== null) return this.#readNumber(number[0]);
    const word = this.#match(WORD)?.[0];
    if (word === undefined) throw new Error(`Unexpected ${JSON.stringify(first)} in a PDF object`);
    if (word === 'true' || word === 'false') return word === 'true';
    return word === 'null' ? null : new Operator(word);
  }

  /** Returns the next value. @throws if there is an operator or nothing. */
  value(): PdfValue {
    const next = this.next();
    if (next === undefined || next instanceof Operator) throw new Error(`No value before ${this.at}`);
    return next;
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.#text);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }

  #readUntil(end: string): PdfValue[] {
    this.at += 1;
    const values: PdfValue[] = [];
    for (;;) {
      this.#match(BLANKS);
      if (this.#text.startsWith(end, this.at)) break;
      values.push(this.value());
    }
    this.at += end.length;
    return values;
  }

  #readDictionary(): Dictionary {
    this.at += 1;
    const values = this.#readUntil('>>');
    const entries = new Map<string, PdfValue>();
    for (let place = 0; place < values.length; place += 2) {
      const key = values[place];
      if (!(key instanceof Name) || values[place + 1] === undefined || entries.has(key.text))
        throw new Error('A dictionary has a key without a value, or twice');
      entries.set(key.text, values[place + 1]!);
    }
    return entries;
  }

  #readName(): Name {
    const text = this.#match(NAME)![1]!.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, hex: string) =>
      String.fromCodePoint(Number.parseInt(hex, 16)),
    );
    this.#report('CosName', { internalRepresentation: text });
    return new Name(text);
  }

  #readNumber(text: string): number {
    const value = Number(text);
    if (text.includes('.')) this.#report('CosReal', { realValue: value });
    else this.#report('CosInteger', { intValue: value });
    return value;
  }

  #readHex(): PdfString {
    const digits = this.#match(HEX)![1]!.replaceAll(/[\0\t\n\f\r ]/g, '');
    const value = Buffer.from(digits, 'hex').toString('latin1');
    const containsOnlyHex = /^[0-9A-Fa-f]*$/.test(digits);
    this.#report('CosString', { isHex: true, hexCount: digits.length, containsOnlyHex, value });
    return new PdfString(value);
  }

  #readLiteral(): PdfString {
    let value = '';
    let depth = 0;
    for (; this.at < this.#text.length; this.at += 1) {
      const one = this.#text[this.at]!;
      if (one === '\\') {
        this.at += 1;
        const octal = /^[0-7]{1,3}/.exec(this.#text.slice(this.at, this.at + 3))?.[0];
        const escaped = this.#text[this.at]!;
        value +=
          octal === undefined
            ? (ESCAPES[escaped] ?? escaped)
            : String.fromCodePoint(Number.parseInt(octal, 8));
        this.at += (octal?.length ?? 1) - 1;
        continue;
      }
      if (one === '(') depth += 1;
      if (one === ')') depth -= 1;
      if (depth === 0) break;
      if (depth > 1 || one !== '(') value += one;
    }
    this.at += 1;
    this.#report('CosString', { isHex: false, hexCount: 0, containsOnlyHex: false, value });
    return new PdfString(value);
  }
}

/**
 * Decodes a text string: UTF-16 with a byte order mark, or PDFDocEncoding, of which only ASCII is
 * supported.
 */
export function decodeText(value: PdfValue | undefined): string | null {
  if (!(value instanceof PdfString)) return null;
  if (value.bytes.startsWith('\u{fe}\u{ff}'))
    return Buffer.from(value.bytes.slice(2), 'latin1').swap16().toString('utf16le');
  if (/[^\t\n\r -~]/.test(value.bytes)) throw new Error('A text string is neither UTF-16 nor ASCII');
  return value.bytes;
}

export function isDictionary(value: PdfValue | undefined): value is Dictionary {
  return value instanceof Map;
}

export function isArray(value: PdfValue | undefined): value is readonly PdfValue[] {
  return Array.isArray(value);
}

/** Returns the text of a name; null for any other value. */
export function nameOf(value: PdfValue | undefined): string | null {
  return value instanceof Name ? value.text : null;
}
