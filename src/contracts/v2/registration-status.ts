import { type Static, Type } from 'typebox';
import { instant, nullable, RegistrationStatusView } from '../answers.ts';

const closed = { additionalProperties: false };

/** The state of the entries of an issuer in SII. */
const SiiStatusView = Type.Object(
  {
    pending: Type.Integer({
      minimum: 0,
      description: 'Number of entries that AEAT has not answered yet.',
    }),
    oldest_pending_at: nullable(
      Type.String({
        ...instant,
        description: 'When the oldest of them was issued; null if every entry is answered.',
      }),
    ),
    next_due_by: nullable(
      Type.String({
        format: 'date',
        description:
          'The first last day (RIVA, art. 69 bis) of the entries that AEAT does not have: those without an answer and the rejected ones. It can have passed. Null if there is none.',
      }),
    ),
    overdue: Type.Integer({
      minimum: 0,
      description: 'Number of entries that AEAT does not have although their last day has passed.',
    }),
    last_answer_at: nullable(
      Type.String({
        ...instant,
        description: 'When AEAT last answered a message; null before the first answer.',
      }),
    ),
    halted: Type.Union(
      [
        Type.Object(
          {
            since: Type.String({ ...instant, description: 'Since when nothing is sent.' }),
            reason: Type.String({
              description: 'Why, with the code and the text of AEAT: a sentence for people.',
            }),
          },
          { ...closed, title: 'SiiHalt' },
        ),
        Type.Null(),
      ],
      { description: 'Nothing is sent until an operator resumes the issuer; null if entries are sent.' },
    ),
  },
  { ...closed, title: 'SiiStatus' },
);
export type SiiStatusView = Static<typeof SiiStatusView>;

/** The status of an issuer in both registers. */
export const BothRegistersStatus = Type.Object(
  {
    ...RegistrationStatusView.properties,
    sii: Type.Union([SiiStatusView, Type.Null()], {
      description:
        'The entries of the issuer in SII; null if it has none. The other members are about its registration records with VeriFactu.',
    }),
  },
  { ...closed, title: 'RegistrationStatus' },
);
export type BothRegistersStatus = Static<typeof BothRegistersStatus>;

export const BothRegistersAnswer = Type.Object(
  {
    data: Type.Array(BothRegistersStatus, {
      description: 'One item per issuer with registration records or entries in SII, sorted by NIF.',
    }),
  },
  { ...closed, title: 'RegistrationStatusAnswer' },
);
export type BothRegistersAnswer = Static<typeof BothRegistersAnswer>;
