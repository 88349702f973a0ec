/*
 * Templates of texts. `{name}` is a hole for a value. `{name*}` is one for a value that is a text itself and must be translated, unless it is a single
 * word such as a code. `{name?}` is one for a value that is translated only if it is a known text.
 */

type Hole = { readonly name: string; readonly kind: '' | '*' | '?' };

/** A text with holes: the parts between them, of which there is one more than there are holes. */
export type Template = { readonly parts: readonly string[]; readonly holes: readonly Hole[] };
/** English templates with their Spanish translations. A Spanish template has the holes of the English one. */
export type Texts = Readonly<Record<string, string>>;
/** The values of the holes by their names. */
export type Values = Readonly<Record<string, string>>;

const HOLE = /\{(\w+)([*?]?)\}/;

/** Reads a template from its text. */
export function readTemplate(text: string): Template {
  const pieces = text.split(HOLE);
  const parts: string[] = [];
  const holes: Hole[] = [];
  for (let at = 0; at < pieces.length; at += 3) {
    parts.push(pieces[at]!);
    if (at + 2 < pieces.length) holes.push({ name: pieces[at + 1]!, kind: pieces[at + 2] as Hole['kind'] });
  }
  return { parts, holes };
}

/**
 * Matches a whole text against a template. Each value has at least one character and ends where the next part first occurs, so the time is linear in the
 * length of the text.
 * @returns the values of the holes; null if the text does not match.
 */
export function matchTemplate({ parts, holes }: Template, text: string): Values | null {
  const last = holes.length;
  const end = text.length - parts[last]!.length;
  if (!text.startsWith(parts[0]!) || !text.endsWith(parts[last]!)) return null;
  if (last === 0) return text === parts[0] ? {} : null;
  const values: Record<string, string> = {};
  let at = parts[0]!.length;
  for (const [index, { name }] of holes.entries()) {
    const isLast = index === last - 1;
    const next = isLast ? end : text.indexOf(parts[index + 1]!, at + 1);
    if (next <= at || next > end) return null;
    values[name] = text.slice(at, next);
    at = next + (isLast ? 0 : parts[index + 1]!.length);
  }
  return values;
}

/** Writes a template with the values of its holes. */
export function fillTemplate({ parts, holes }: Template, values: Values): string {
  return parts.reduce((text, part, index) => text + values[holes[index - 1]!.name]! + part);
}

/** Returns the number of characters outside of the holes. A template with more of them is more specific. */
export function lengthOf({ parts }: Template): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}
