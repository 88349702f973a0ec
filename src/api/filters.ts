import { apiError } from '../contracts/api-error.ts';
import { isCalendarDate } from '../domain/reading/calendar-date.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';

/*
 * Query parameters that filter a list. Each reader returns null if its parameter is absent (a switch: false)
 * and throws a 400 that names the parameter if the value is wrong.
 */

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** Maximum length of a client's id of an invoice or batch; NIFs and numbers are shorter. */
const MAX_TEXT = MAX_LENGTHS.external_invoice_id;

/** Reads one value of a closed list. */
export function readChoice<C extends string>(name: string, value: unknown, choices: readonly C[]): C | null {
  if (value === undefined) return null;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw apiError('unknown_choice', { name, choices: choices.join(', ') });
  return choice;
}

/** Reads several values of a closed list, separated by commas. Absent means none. */
export function readChoices<C extends string>(name: string, value: unknown, choices: readonly C[]): C[] {
  if (value === undefined) return [];
  const named = typeof value === 'string' ? value.split(',') : [''];
  return [...new Set(named.map((one) => readChoice(name, one, choices)!))];
}

/** Reads a text that must match exactly, up to the maximum length of such a text. */
export function readExactText(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.trim() === '') throw apiError('blank_parameter', { name });
  if (countCharacters(value) > MAX_TEXT) throw apiError('long_parameter', { name, most: MAX_TEXT });
  // PostgreSQL cannot store a text with NUL.
  if (value.includes('\0')) throw apiError('parameter_with_nul', { name });
  return value;
}

/** Reads a time in the API's format, for example 2026-01-31T12:00:00Z. */
export function readInstant(name: string, value: unknown): Date | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' && INSTANT.test(value) ? value : '';
  const instant = new Date(text);
  // JavaScript turns 29 February of a common year into 1 March.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text.slice(0, -1)))
    throw apiError('wrong_time', { name });
  return instant;
}

/** Reads a date, YYYY-MM-DD. */
export function readDate(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || !isCalendarDate(value)) throw apiError('wrong_date', { name });
  return value;
}

/** Reads a boolean. Absent means false. */
export function readSwitch(name: string, value: unknown): boolean {
  return readChoice(name, value, ['true', 'false']) === 'true';
}
