import { readPointer } from '../../contracts/v2/details.ts';
import { LINE_MEMBER_NAMES, MEMBER_NAMES, NAMES_OF_V1 } from '../../domain/reading/findings.ts';
import { showPlace } from '../../accept/refuse-shape.ts';
import { DATE_NAME_OF_V1, INVOICE_NAMES, LINE_NAMES, NESTED_NAMES, PLACES } from './names.ts';
import { openTexts, type Translate } from './open-texts.ts';
import { translateStatement } from './translate-text.ts';

/*
 * Translates the messages about members, also those that were stored. An English message is a name and a statement about it (`Issue date can't be blank`),
 * and a Spanish one has a colon between them, so that no statement depends on the gender of a name.
 */

type Names = { readonly names: ReadonlyMap<string, string>; readonly mostWords: number };

const OF_INVOICE = nameAll([
  ...join(MEMBER_NAMES, INVOICE_NAMES),
  ...Object.values(NAMES_OF_V1).map((name) => [name, DATE_NAME_OF_V1] as const),
]);
const OF_OBJECT = nameAll([
  ...Object.entries(NESTED_NAMES).map(([member, name]) => [member.replaceAll('_', ' '), name] as const),
  ...join(LINE_MEMBER_NAMES, LINE_NAMES),
]);
/** Translates the name of an object in an invoice. @returns null if it has no translation. */
export const translatePlace = openTexts(PLACES, () => null);

/** @param pairs the English and the Spanish name of each member. */
function nameAll(pairs: readonly (readonly [english: string, spanish: string])[]): Names {
  const mostWords = pairs.reduce((most, [english]) => Math.max(most, english.split(' ').length), 0);
  return { names: new Map(pairs), mostWords };
}

function join<Member extends string>(
  english: Readonly<Record<Member, string>>,
  spanish: Readonly<Record<Member, string>>,
): (readonly [string, string])[] {
  return (Object.keys(english) as Member[]).map((member) => [english[member], spanish[member]]);
}

/**
 * Translates a message about an invoice.
 * @param translate translates the statement; a caller with many messages gives one that remembers.
 * @returns null if the message has no translation.
 */
export function translateMessage(message: string, translate: Translate = translateStatement): string | null {
  const colon = message.indexOf(': ');
  const place = colon === -1 ? null : translatePlace(message.slice(0, colon));
  const inPlace = place === null ? null : translateNamed(message.slice(colon + 2), OF_OBJECT, translate);
  if (inPlace !== null) return `${place}, ${inPlace}`;
  return translateNamed(message, OF_INVOICE, translate) ?? capitalise(translate(message));
}

/** Translates a text that begins with a name. Of two names that fit, the longer one is meant. */
function translateNamed(text: string, { names, mostWords }: Names, translate: Translate): string | null {
  const fitting: (readonly [name: string, end: number])[] = [];
  let end = text.indexOf(' ');
  for (let words = 1; end !== -1 && words <= mostWords; words += 1) {
    const name = names.get(text.slice(0, end));
    if (name !== undefined) fitting.push([name, end]);
    end = text.indexOf(' ', end + 1);
  }
  for (const [name, nameEnd] of fitting.toReversed()) {
    const statement = translate(text.slice(nameEnd + 1));
    if (statement !== null) return `${name}: ${statement}`;
  }
  return null;
}

function capitalise(text: string | null): string | null {
  return text && text.charAt(0).toUpperCase() + text.slice(1);
}

/**
 * Translates the message of a detail. Faults in the shape of a body name the member by its path, which stays as it is.
 * @param pointer to the member.
 * @returns the message itself if it has no translation.
 */
export function translateDetail(message: string, pointer: string): string {
  const path = showPlace(readPointer(pointer)) || 'Body';
  const statement = message.startsWith(`${path} `)
    ? translateStatement(message.slice(path.length + 1))
    : null;
  if (statement === null) return translateMessage(message) ?? message;
  return `${path === 'Body' ? 'Cuerpo' : path}: ${statement}`;
}

const SEPARATOR = '; ';
/** The number of parts between separators of which one message consists at most. */
const MOST_PARTS = 8;

/**
 * Translates messages that are joined by semicolons, as in `processing_error`. A message may contain semicolons itself.
 * @returns the text itself if a part of it has no translation.
 */
export function translateJoined(text: string): string {
  const parts = text.split(SEPARATOR);
  /** The translations of the parts from an index on; null if they have none. */
  const known: (readonly string[] | null)[] = [];
  known[parts.length] = [];
  for (let from = parts.length - 1; from >= 0; from -= 1) {
    known[from] = null;
    const last = Math.min(from + MOST_PARTS, parts.length);
    // The shortest message first: a longer one could take the next message for a part of a value.
    for (let to = from + 1; to <= last && known[from] === null; to += 1) {
      const rest = known[to]!;
      const message = rest && translateMessage(parts.slice(from, to).join(SEPARATOR));
      if (message !== null) known[from] = [message, ...rest];
    }
  }
  return known[0]?.join(SEPARATOR) ?? text;
}
