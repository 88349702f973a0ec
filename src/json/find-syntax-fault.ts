/** Token that the grammar permits next in a JSON text. */
type Expected = 'value' | 'value or end' | 'name' | 'name or end' | 'colon' | 'comma or end' | 'nothing';

const BLANK = /[ \t\n\r]*/y;
/**
 * Matches a number or the beginning of one: if its end is missing, the fault is at the end of the
 * match.
 */
const NUMBER = /-?(?:(?:0|[1-9]\d*)(?:\.(?:\d+(?:[eE][+-]?\d*)?)?|[eE][+-]?\d*)?)?/y;
const WORDS = ['true', 'false', 'null'];
const ESCAPE = /\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y;

/**
 * Finds where a text stops being JSON (RFC 8259). V8's error is unsuitable: it gives a position
 * only for some faults, and it quotes the text, which may contain secrets.
 * @param text a text that `JSON.parse` refuses.
 * @returns the index of the first unexpected character, or the length of the text if it ends too
 *   early.
 */
export function findSyntaxFault(text: string): number {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let at = 0;
  const read = (token: RegExp): boolean => {
    token.lastIndex = at;
    const isThere = token.test(text);
    if (isThere) at = token.lastIndex;
    return isThere;
  };
  const afterValue = (): Expected => (open.length === 0 ? 'nothing' : 'comma or end');
  for (;;) {
    read(BLANK);
    const character = text[at];
    if (character === undefined || expected === 'nothing') return at;
    const isEnd =
      character === (open.at(-1) === '{' ? '}' : ']') && expected.endsWith('end') && open.length > 0;
    if (isEnd) {
      open.pop();
      at += 1;
      expected = afterValue();
    } else if (expected === 'colon' || expected === 'comma or end') {
      if (character !== (expected === 'colon' ? ':' : ',')) return at;
      at += 1;
      expected = expected === 'comma or end' && open.at(-1) === '{' ? 'name' : 'value';
    } else if (character === '"') {
      const { end, isWhole } = readString(text, at);
      if (!isWhole) return end;
      at = end;
      expected = expected.startsWith('name') ? 'colon' : afterValue();
    } else if (expected.startsWith('name')) {
      return at;
    } else if (character === '{' || character === '[') {
      open.push(character);
      at += 1;
      expected = character === '{' ? 'name or end' : 'value or end';
    } else {
      const begin = at;
      const word = WORDS.find((each) => each[0] === character);
      if (word === undefined) read(NUMBER);
      else while (at - begin < word.length && text[at] === word[at - begin]) at += 1;
      const isWhole =
        word === undefined ? /\d/.test(text[at - 1] ?? '') && at > begin : at - begin === word.length;
      if (!isWhole) return at;
      expected = afterValue();
    }
  }
}

/**
 * Reads a string, beginning at its opening quote.
 * @returns the index after its closing quote, or the index of the fault.
 */
function readString(text: string, from: number): { readonly end: number; readonly isWhole: boolean } {
  let at = from + 1;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { end: at + 1, isWhole: true };
    ESCAPE.lastIndex = at;
    if (code < 0x20) return { end: at, isWhole: false };
    if (code === 0x5c && !ESCAPE.test(text)) return { end: findBrokenEscape(text, at), isWhole: false };
    at = code === 0x5c ? ESCAPE.lastIndex : at + 1;
  }
  return { end: text.length, isWhole: false };
}

/** @returns the index of the first character that makes an escape sequence invalid. */
function findBrokenEscape(text: string, backslash: number): number {
  if (text[backslash + 1] !== 'u') return backslash + 1;
  let at = backslash + 2;
  while (/[0-9a-fA-F]/.test(text[at] ?? '')) at += 1;
  return at;
}
