import { apiError } from '../contracts/api-error.ts';
import { countCharacters, MAX_LENGTHS } from '../contracts/text-lengths.ts';

/* Query parameters that choose what a list shows. Each reader gives null where its parameter is absent, and throws a 400 that names it. */

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** What clients call their invoices and batches; NIFs and numbers are shorter. */
const MAX_TEXT = MAX_LENGTHS.external_invoice_id;

/** Reads one of a closed list of words. */
export function readChoice<C extends string>(name: string, value: unknown, choices: readonly C[]): C | null {
  if (value === undefined) return null;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw apiError('unknown_choice', { name, choices: choices.join(', ') });
  return choice;
}

/** Reads a text to be found exactly as it was sent; as long as such a text may be. */
export function readExactText(name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.trim() === '') throw apiError('blank_parameter', { name });
  if (countCharacters(value) > MAX_TEXT) throw apiError('long_parameter', { name, most: MAX_TEXT });
  // PostgreSQL knows no text with it.
  if (value.includes('\0')) throw apiError('parameter_with_nul', { name });
  return value;
}

/** Reads a time as the API writes it. */
export function readInstant(name: string, value: unknown): Date | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' && INSTANT.test(value) ? value : '';
  const instant = new Date(text);
  // JavaScript makes 1 March of 29 February.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text.slice(0, -1)))
    throw apiError('wrong_time', { name });
  return instant;
}

/** Reads a switch. */
export function readSwitch(name: string, value: unknown): boolean {
  return readChoice(name, value, ['true', 'false']) === 'true';
}
