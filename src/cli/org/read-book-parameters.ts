import { InvalidArgumentError } from 'commander';
import {
  ACTIVITY_CODES,
  ACTIVITY_TYPES,
  type BookParameters,
  INCOME_CONCEPTS,
  NO_BOOK_PARAMETERS,
  PROPERTY_SITUATIONS,
  SITUATIONS_WITH_REFERENCE,
} from '../../contracts/v2/book-parameters.ts';

/*
 * The options with what the book of issued invoices needs of an issuer. An empty text removes a
 * value.
 */

/** Options of `org issuer`; an empty text removes the value. */
export type BookOptions = {
  readonly bookActivity?: BookParameters['activity'] | '';
  readonly bookIncome?: BookParameters['incomeConcept'] | '';
  readonly bookProperty?: BookParameters['property'] | '';
};

const ACTIVITY = /^([A-D])(0[1-6])?(?:\/([0-9]{1,4}))?$/;
const EXAMPLES =
  'A05/841 (a professional in group 841 of the IAE), A03/6423 (another business, heading 642.3), B01 (a farm), C (not started) or D (another landlord)';

/** Reads an activity: `A05/841`. */
export function readActivity(text: string): NonNullable<BookParameters['activity']> | '' {
  if (text === '') return '';
  const [, first, type = null, group = null] = ACTIVITY.exec(text.replaceAll('.', '').toUpperCase()) ?? [];
  const code = ACTIVITY_CODES.find((one) => one === first);
  const types: readonly string[] = code === undefined ? [] : ACTIVITY_TYPES[code];
  const fits = type === null ? types.length === 0 : types.includes(type);
  if (code === undefined || !fits || (group !== null && code !== 'A'))
    throw new InvalidArgumentError(`It must be an activity of AEAT's books, such as ${EXAMPLES}.`);
  return { code, type, group };
}

/** Reads a concept of income: `I01`. */
export function readIncomeConcept(text: string): BookParameters['incomeConcept'] | '' {
  if (text === '') return '';
  const concept = INCOME_CONCEPTS.find((one) => one === text.toUpperCase());
  if (concept === undefined)
    throw new InvalidArgumentError(
      `It must be one of ${INCOME_CONCEPTS.join(', ')}; I01 is operating income.`,
    );
  return concept;
}

/** Reads a property: `1/9872023VH5797S0001WX`, or `4` without a cadastral reference. */
export function readProperty(text: string): NonNullable<BookParameters['property']> | '' {
  if (text === '') return '';
  const [given, reference = null, ...rest] = text.toUpperCase().split('/');
  const situation = PROPERTY_SITUATIONS.find((one) => one === given);
  const hasReference = reference !== null && /^[0-9A-Z]{1,20}$/.test(reference);
  if (
    situation === undefined ||
    rest.length > 0 ||
    (SITUATIONS_WITH_REFERENCE.has(situation) ? !hasReference : reference !== null)
  )
    throw new InvalidArgumentError(
      'It must be 1, 2 or 3 (common territory, País Vasco, Navarra) with the cadastral reference, such as 1/9872023VH5797S0001WX, or 4 (no reference) or 5 (abroad).',
    );
  return { situation, cadastralReference: reference };
}

/**
 * Applies options to the parameters of a profile.
 * @returns undefined if there are none.
 */
export function changeBook(
  present: BookParameters | null | undefined,
  { bookActivity, bookIncome, bookProperty }: BookOptions,
): BookParameters | null | undefined {
  if (bookActivity === undefined && bookIncome === undefined && bookProperty === undefined) return undefined;
  const changed = {
    ...NO_BOOK_PARAMETERS,
    ...present,
    ...(bookActivity !== undefined && { activity: bookActivity || null }),
    ...(bookIncome !== undefined && { incomeConcept: bookIncome || null }),
    ...(bookProperty !== undefined && { property: bookProperty || null }),
  };
  return Object.values(changed).every((value) => value === null) ? null : changed;
}

/** Writes the parameters as their options take them: `activity A05/841, income I01`. */
export function showBook({ activity, incomeConcept, property }: BookParameters): string {
  return [
    activity &&
      `activity ${activity.code}${activity.type ?? ''}${activity.group === null ? '' : `/${activity.group}`}`,
    incomeConcept && `income ${incomeConcept}`,
    property &&
      `property ${property.situation}${property.cadastralReference === null ? '' : `/${property.cadastralReference}`}`,
  ]
    .filter((text) => text !== null)
    .join(', ');
}
