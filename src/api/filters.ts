import type { FastifyInstance } from 'fastify';
import { countCharacters } from '../contracts/count-characters.ts';
import { MAX_LENGTHS } from '../contracts/text-lengths.ts';

/* Query parameters that choose what a list shows. Each reader gives null where its parameter is absent, and throws a 400 that names it. */

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;
/** What clients call their invoices and batches; NIFs and numbers are shorter. */
const MAX_TEXT = MAX_LENGTHS.external_invoice_id;

/** Reads one of a closed list of words. */
export function readChoice<C extends string>(
  app: FastifyInstance,
  name: string,
  value: unknown,
  choices: readonly C[],
): C | null {
  if (value === undefined) return null;
  const choice = choices.find((each) => each === value);
  if (choice === undefined) throw app.httpErrors.badRequest(`${name} must be one of ${choices.join(', ')}`);
  return choice;
}

/** Reads a text to be found exactly as it was sent; as long as such a text may be. */
export function readExactText(app: FastifyInstance, name: string, value: unknown): string | null {
  if (value === undefined) return null;
  if (typeof value !== 'string' || value.trim() === '')
    throw app.httpErrors.badRequest(`${name} can't be blank`);
  if (countCharacters(value) > MAX_TEXT)
    throw app.httpErrors.badRequest(`${name} can't be longer than ${MAX_TEXT} characters`);
  // PostgreSQL knows no text with it.
  if (value.includes('\0')) throw app.httpErrors.badRequest(`${name} can't contain NUL`);
  return value;
}

/** Reads a time as the API writes it. */
export function readInstant(app: FastifyInstance, name: string, value: unknown): Date | null {
  if (value === undefined) return null;
  const text = typeof value === 'string' && INSTANT.test(value) ? value : '';
  const instant = new Date(text);
  // JavaScript makes 1 March of 29 February.
  if (Number.isNaN(instant.getTime()) || !instant.toISOString().startsWith(text.slice(0, -1)))
    throw app.httpErrors.badRequest(`${name} must be a time in UTC, such as 2026-11-20T09:15:30Z`);
  return instant;
}

/** Reads a switch. */
export function readSwitch(app: FastifyInstance, name: string, value: unknown): boolean {
  return readChoice(app, name, value, ['true', 'false']) === 'true';
}
