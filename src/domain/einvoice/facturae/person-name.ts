import type { PersonName as NameParts } from '../../../contracts/invoice-document.ts';
import { NotExpressible } from '../refusal.ts';
import { limitText } from './limit-text.ts';
import { formatMessage } from '../../../contracts/messages/format-message.ts';

/** The name of a natural person. */
export type PersonName = {
  readonly name: string;
  readonly firstSurname: string;
  readonly secondSurname?: string;
};

/**
 * A name that was split. It is a guess unless a comma separates one or two surnames from the given
 * name.
 */
export type SplitName = { readonly person: PersonName; readonly isGuessed: boolean };

const MAX_LENGTH = 40;
const BLANKS = /\s+/u;
const LOWER_CASE = /\p{Ll}/u;
const UPPER_CASE = /\p{Lu}/u;

/** Words that belong to the next one: `de la Fuente`, `San Martín`, `van Dijk`. */
const PARTICLES: ReadonlySet<string> = new Set(
  'de del d la las los el lo san santa sant santo da das do dos di du des le der den van von ter al bin ibn abu mac mc'.split(
    ' ',
  ),
);
/**
 * Words that join two surnames: `Ortega y Gasset`, `Casals i Defilló`. Capital letters are
 * initials, unless the whole name is in capitals.
 */
const CONJUNCTIONS: ReadonlySet<string> = new Set(['y', 'i', 'e']);
/** Given names whose second part begins with a particle: `María del Carmen`, `Juan de Dios`. */
const DEVOTION =
  /^(?:de|del|de la|de las|de los) (?:ángeles|angeles|carmen|concepción|concepcion|consuelo|dios|dolores|jesús|jesus|mar|mercedes|milagros|montserrat|nieves|pilar|remedios|rocío|rocio|rosario|socorro|soledad)$/u;

/**
 * Splits the name of a natural person, for whom Facturae requires a name and a surname
 * (IndividualType). With a comma the surnames precede the name: `García López, Ana`. A name in
 * capitals is in the order of AEAT's census, surnames first: `GARCIA LOPEZ ANA`. Otherwise the
 * given name precedes the surnames: one word of three, and all but the last two of more. Particles
 * and conjunctions stay with the surname that they precede.
 * @param member path of the member with the name, for the refusal.
 * @throws NotExpressible if there is no surname, or if a part is too long.
 */
export function splitName(text: string, member: string): SplitName {
  const comma = text.indexOf(',');
  const [given, surnames]: Halves =
    comma === -1 ? splitWords(text) : [text.slice(comma + 1).trim(), joinSurnames(text.slice(0, comma))];
  const [first, ...others] = surnames;
  if (given === '' || first === undefined) {
    throw new NotExpressible('FirstSurname', formatMessage('facturae_surname', { name: text }), member);
  }
  const person = limitName(given, first, others.join(' '), member);
  return { person, isGuessed: comma === -1 || others.length > 1 };
}

/** Returns the name of a natural person whose parts are stated. */
export function nameOf({ givenName, firstSurname, secondSurname }: NameParts): PersonName {
  return { name: givenName, firstSurname, ...(secondSurname !== null && { secondSurname }) };
}

type Halves = readonly [given: string, surnames: readonly string[]];

/** Splits a name without a comma into the given name and the surnames. */
function splitWords(text: string): Halves {
  if (isInCapitals(text)) {
    const joined = joinDevotions(joinParticles(listWords(text)));
    const units = joined.length < 2 ? listWords(text) : joined;
    const count = Math.min(2, units.length - 1);
    return [units.slice(count).join(' '), units.slice(0, count)];
  }
  const [first = '', ...others] = listWords(text);
  // A name begins with a given name, so its first word is no particle.
  const units = joinDevotions(joinPairs([first, ...joinParticles(others)]));
  const count = units.length > 3 ? units.length - 2 : 1;
  return [units.slice(0, count).join(' '), units.slice(count)];
}

const joinSurnames = (text: string): string[] => joinPairs(joinParticles(listWords(text)));

const isInCapitals = (text: string): boolean => UPPER_CASE.test(text) && !LOWER_CASE.test(text);

function listWords(text: string): string[] {
  return text.split(BLANKS).filter((word) => word !== '');
}

/** Joins each particle and conjunction with the next word. */
function joinParticles(words: readonly string[]): string[] {
  const areInCapitals = isInCapitals(words.join(' '));
  const isJoined = (word: string) =>
    PARTICLES.has(word.toLowerCase()) || CONJUNCTIONS.has(areInCapitals ? word.toLowerCase() : word);
  const units: string[] = [];
  let open = false;
  for (const word of words) {
    if (open) units.push(`${units.pop()!} ${word}`);
    else units.push(word);
    open = isJoined(word);
  }
  return units;
}

/**
 * Joins a surname with the one before it if a conjunction connects them and another surname
 * follows: `García y Vega López`.
 */
function joinPairs(units: readonly string[]): string[] {
  const joined: string[] = [];
  for (const [index, unit] of units.entries()) {
    const [word = ''] = unit.split(' ');
    const isSecond = unit !== word && CONJUNCTIONS.has(word.toLowerCase());
    if (isSecond && index > 0 && index < units.length - 1) joined.push(`${joined.pop()!} ${unit}`);
    else joined.push(unit);
  }
  return joined;
}

/** Joins the second part of a given name with the first one, unless no surname would be left. */
function joinDevotions(units: readonly string[]): string[] {
  const joined: string[] = [];
  for (const unit of units) {
    if (joined.length > 0 && DEVOTION.test(unit.toLowerCase())) joined.push(`${joined.pop()!} ${unit}`);
    else joined.push(unit);
  }
  return joined.length < 2 ? [...units] : joined;
}

function limitName(name: string, first: string, second: string, member: string): PersonName {
  return {
    name: limitText(name, 'Name', MAX_LENGTH, formatMessage('the_name_of_person'), member),
    firstSurname: limitText(first, 'FirstSurname', MAX_LENGTH, formatMessage('the_first_surname'), member),
    ...(second !== '' && {
      secondSurname: limitText(
        second,
        'SecondSurname',
        MAX_LENGTH,
        formatMessage('the_second_surname'),
        member,
      ),
    }),
  };
}
