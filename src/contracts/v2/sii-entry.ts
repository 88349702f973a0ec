import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { MATCHING_STATES, SII_KINDS, SII_STATES } from '../registers.ts';

const closed = { additionalProperties: false };

const sum = (of: string) =>
  nullable(Type.String({ pattern: String.raw`^-?\d+\.\d{2}$`, examples: ['100.00'], description: of }));

const MatchingView = Type.Object(
  {
    state: wordOf(MATCHING_STATES, {
      description:
        '`not_applicable`: the recipient keeps no book in SII. `in_progress`: AEAT compares. `not_matched`: the book of the recipient does not have the invoice. `partly_matched`: it has the invoice with other amounts. `matched`: both are equal.',
    }),
    matched_at: nullable(Type.String({ ...instant, description: 'When AEAT found it.' })),
    recipient: Type.Union(
      [
        Type.Object(
          {
            reverse_charge_base: sum('Sum of the bases with reverse charge.'),
            base: sum('Sum of the other bases.'),
            tax: sum('Sum of the taxes.'),
            surcharge: sum('Sum of the equivalence surcharges.'),
            total: sum('Total of the invoice.'),
          },
          { ...closed, title: 'SiiMatchingAmounts' },
        ),
        Type.Null(),
      ],
      { description: 'What the book of the recipient states, in euros; null if AEAT states no difference.' },
    ),
  },
  { ...closed, title: 'SiiMatching' },
);

/** The entry of an issued invoice in SII, as answers of version 2 show it. */
export const SiiEntryView = Type.Object(
  {
    state: wordOf(SII_STATES, {
      description:
        '`pending`: it waits to be sent. `sent`: it is in a message that AEAT has not answered yet. `accepted`: AEAT has it. `accepted_with_errors`: AEAT has it, and `error` must be corrected. `rejected`: AEAT does not have it because of `error`. `withdrawn`: it was withdrawn from SII.',
    }),
    kind: wordOf(SII_KINDS, {
      description:
        'What the last version of the entry does (TipoComunicacion): `A0` adds it, `A1` replaces it, and `baja` withdraws it.',
    }),
    period: Type.String({
      pattern: '^[0-9]{4}-(0[1-9]|1[0-2]|[1-4]T)$',
      description:
        'Year and settlement period of the entry (Ejercicio and Periodo): `2026-11` is November, `2026-4T` the fourth quarter.',
      examples: ['2026-11', '2026-4T'],
    }),
    csv: nullable(
      Type.String({ description: 'CSV of the message with which AEAT last registered it; null until then.' }),
    ),
    due_by: nullable(
      Type.String({
        format: 'date',
        examples: ['2026-11-26'],
        description:
          'Last day on which the entry may be sent (RIVA, art. 69 bis), in Madrid; null if the engine knows no calendar of that year.',
      }),
    ),
    error: Type.Union(
      [
        Type.Object(
          {
            code: Type.Integer({ description: "AEAT's code.", examples: [1117] }),
            message: nullable(Type.String({ description: "AEAT's text, in Spanish." })),
          },
          { ...closed, title: 'SiiError' },
        ),
        Type.Null(),
      ],
      { description: 'The error that AEAT last answered; null if it answered none.' },
    ),
    matching: Type.Union([MatchingView, Type.Null()], {
      description:
        "What AEAT found when it last compared the entry with the recipient's book of received invoices (contraste); null until the engine has read it. It informs, changes over weeks, and rejects nothing.",
    }),
  },
  { ...closed, title: 'SiiEntry' },
);
export type SiiEntryView = Static<typeof SiiEntryView>;
