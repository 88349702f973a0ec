import type { TSchema } from 'typebox';
import { InvoiceInput, InvoiceLineInput } from '../contracts/invoice-input.ts';

/** Names of the members that take integers, as the schemas have them. */
const INTEGERS = new Set(
  [InvoiceInput, InvoiceLineInput].flatMap(({ properties }) =>
    Object.entries<TSchema>(properties)
      .filter(([, schema]) => JSON.stringify(schema).includes('"type":"integer"'))
      .map(([name]) => name),
  ),
);

/**
 * Finds a number that only looks like an integer because a double cannot hold it: `1.00000000000000000001`, `1e-400`.
 * @param inexactNumbers place → literal, as they were sent, of a body in the right shape.
 * @returns the place of the first one where an integer belongs, or null.
 */
export function findNoInteger(inexactNumbers: ReadonlyMap<string, string>): string | null {
  const places = [...inexactNumbers]
    .filter(
      ([place, literal]) => INTEGERS.has(place.slice(place.lastIndexOf('.') + 1)) && !isInteger(literal),
    )
    .map(([place]) => place);
  return places.toSorted()[0] ?? null;
}

/** Digits alone, or with nothing but zeros behind the point. */
function isInteger(literal: string): boolean {
  return /^-?\d+(?:\.0+)?$/.test(literal);
}
