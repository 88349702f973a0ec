import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { MATCHED_SUMS, type Matching } from './book-change.ts';
import type { BookId } from '../records/invoice.ts';

const closed = { additionalProperties: false };
const Amount = Type.String({ pattern: String.raw`^[+-]?\d{1,14}(\.\d{0,2})?$` });
const Sums = Type.Partial(
  Type.Object(Object.fromEntries(MATCHED_SUMS.map((name) => [name, Amount])), closed),
  closed,
);
const Matchings = Type.Array(
  Type.Object(
    {
      nif: Type.String(),
      number: Type.String(),
      date: Type.String(),
      /** EstadoCuadre. */
      state: Type.Enum(['1', '2', '3', '4', '5']),
      /** The sums in the book of the other party. */
      other: Type.Optional(Sums),
    },
    closed,
  ),
);

/** Reads states of matching by the invoices that they concern. @throws TypeError that names the invalid member. */
export function parseMatchings(value: unknown): { readonly id: BookId; readonly matching: Matching }[] {
  if (!Value.Check(Matchings, value)) {
    const [error] = Value.Errors(Matchings, value);
    throw new TypeError(`matching${error?.instancePath ?? ''}: ${error?.message ?? 'not understood'}`);
  }
  return value.map(({ nif, number, date, state, other }) => ({
    id: { nif, number, date },
    matching: { state, ...(other === undefined ? {} : { other }) },
  }));
}
