import {
  fillTemplate,
  lengthOf,
  matchTemplate,
  readTemplate,
  type Template,
  type Texts,
  type Values,
} from './template.ts';

type Entry = { readonly english: Template; readonly spanish: Template };
/** Returns the translation of a text; null if it has none. */
export type Translate = (text: string) => string | null;

/**
 * Compiles texts to a function that translates them. It looks up a text without values, and otherwise tries the templates that begin with the same word,
 * the most specific first.
 * @param translateValue translates a value that is a text itself.
 */
export function openTexts(texts: Texts, translateValue: Translate): Translate {
  const fixed = new Map<string, string>();
  const byWord = new Map<string, Entry[]>();
  const ofAnyWord: Entry[] = [];
  for (const [text, translation] of Object.entries(texts)) {
    const english = readTemplate(text);
    const [beginning = ''] = english.parts;
    if (english.holes.length === 0) fixed.set(text, translation);
    else {
      const entry = { english, spanish: readTemplate(translation) };
      const word = firstWord(beginning);
      if (word === beginning) ofAnyWord.push(entry);
      else byWord.set(word, [...(byWord.get(word) ?? []), entry]);
    }
  }
  const bySpecificity = (one: Entry, other: Entry) => lengthOf(other.english) - lengthOf(one.english);
  for (const [word, entries] of byWord) byWord.set(word, [...entries, ...ofAnyWord].toSorted(bySpecificity));
  ofAnyWord.sort(bySpecificity);
  return (text) => {
    const translation = fixed.get(text);
    if (translation !== undefined) return translation;
    for (const { english, spanish } of byWord.get(firstWord(text)) ?? ofAnyWord) {
      const values = matchTemplate(english, text);
      const translated = values && translateValues(english, values, translateValue);
      if (translated !== null) return fillTemplate(spanish, translated);
    }
    return null;
  };
}

/** Returns a function that translates each text once. It keeps all texts, so it serves one answer. */
export function remember(translate: Translate): Translate {
  const known = new Map<string, string | null>();
  return (text) => {
    const earlier = known.get(text);
    if (earlier !== undefined) return earlier;
    const translation = translate(text);
    known.set(text, translation);
    return translation;
  };
}

function firstWord(text: string): string {
  const end = text.indexOf(' ');
  return end === -1 ? text : text.slice(0, end);
}

/**
 * Translates the values that are texts themselves.
 * @param template whose holes say which values these are.
 * @returns null if one has no translation.
 */
export function translateValues(
  { holes }: Template,
  values: Values,
  translateValue: Translate,
): Values | null {
  const translated: Record<string, string> = {};
  for (const { name, kind } of holes) {
    const value = values[name]!;
    const text = kind === '' ? value : translateValue(value);
    if (text === null && kind === '*' && value.includes(' ')) return null;
    translated[name] = text ?? value;
  }
  return translated;
}
