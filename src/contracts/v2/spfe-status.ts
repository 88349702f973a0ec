import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import {
  SHOWN_SPFE_STATES,
  SPFE_BASES,
  SPFE_CHANNELS,
  SPFE_MISSING_FACTS,
  SPFE_MODES,
  SPFE_REASONS,
} from '../spfe.ts';

/* What version 2 says of the SPFE as a whole: its status, and how ready the invoices of a month are. */

const closed = { additionalProperties: false };
const count = (description: string) => Type.Integer({ minimum: 0, description });
const day = (description: string) => Type.String({ format: 'date', examples: ['2027-10-06'], description });

const notice = nullable(
  Type.String({
    description:
      'A sentence for people, while AEAT has not published the service: nothing has been sent. Null with a connection.',
  }),
);

const SpfeIssuerStatus = Type.Object(
  {
    issuer_nif: Type.String({ description: 'NIF of the issuer.', examples: ['B12345674'] }),
    mode: wordOf(SPFE_MODES, {
      description:
        '`off`: nothing is done. `prepare`: files are prepared, and invoices get warnings. `send`: they are sent, and an invoice that could not be sent is not issued.',
    }),
    channel: nullable(
      wordOf(SPFE_CHANNELS, {
        description: 'Who delivers, unless the recipient or the invoice says otherwise; null with `off`.',
      }),
    ),
    basis: wordOf(SPFE_BASES, {
      description:
        'Why: `turnover` above 8,000,000 euros (from 2027-10-06), `everyone` (from 2028-10-06), or `voluntary`.',
    }),
    from: day('First issue date of this decision of the operator. It can be in the future.'),
    pdf_companion_until: nullable(
      day(
        'Last issue date of invoices whose recipients also get a PDF, unless they accept the invoice without one (RD 238/2026, second transitional provision); null if there is none.',
      ),
    ),
    halted: Type.Union(
      [
        Type.Object(
          {
            since: Type.String({ ...instant, description: 'Since when nothing is sent.' }),
            reason: Type.String({ description: 'Why: a sentence for people.' }),
          },
          { ...closed, title: 'SpfeHalt' },
        ),
        Type.Null(),
      ],
      { description: 'Nothing is sent until an operator resumes the issuer; null if nothing is halted.' },
    ),
    counts: Type.Array(
      Type.Object(
        {
          state: wordOf(SHOWN_SPFE_STATES, { description: 'The state, as deliveries show it.' }),
          invoices: count('Number of invoices whose delivery is in it.'),
        },
        { ...closed, title: 'SpfeStateCount' },
      ),
      { description: 'The deliveries of invoices issued since `counted_from`, by state.' },
    ),
    oldest_pending_at: nullable(
      Type.String({
        ...instant,
        description: 'When the oldest invoice was issued that still waits to be sent; null if none waits.',
      }),
    ),
  },
  { ...closed, title: 'SpfeIssuerStatus' },
);

export const SpfeStatusView = Type.Object(
  {
    transport: wordOf(['none', 'sandbox'], {
      description:
        '`none`: there is no connection, because AEAT has not published the service. `sandbox`: a simulation.',
    }),
    environment: wordOf(['test', 'production'], { description: 'The environment of the engine.' }),
    notice,
    downtime: Type.Union(
      [
        Type.Object(
          {
            since: Type.String({ ...instant, description: 'When the service first did not answer.' }),
            attempts: count('Number of requests that it has not answered since.'),
          },
          { ...closed, title: 'SpfeDowntime' },
        ),
        Type.Null(),
      ],
      { description: 'The present downtime of the service; null if it answers.' },
    ),
    counted_from: day('First issue date of the invoices in `counts`: a year ago.'),
    issuers: Type.Array(SpfeIssuerStatus, {
      description: 'The issuers of the organization about which the operator has decided, sorted by NIF.',
    }),
  },
  { ...closed, title: 'SpfeStatus' },
);
export type SpfeStatusView = Static<typeof SpfeStatusView>;

/** The numbers of invoices that are named as examples of a rule. */
export const MOST_EXAMPLES = 5;
/** The invoices of a month that are examined. */
export const MOST_EXAMINED = 100_000;

export const SpfeReadinessView = Type.Object(
  {
    month: Type.String({ examples: ['2026-11'], description: 'The month of the issue dates.' }),
    issuer_nif: nullable(Type.String({ description: 'Only this issuer; null for all of them.' })),
    notice,
    examined: count('Number of issued invoices that were examined, without annulled ones.'),
    is_complete: Type.Boolean({
      description: `Whether these are all of the month; otherwise the first ${MOST_EXAMINED}. Ask for each issuer then.`,
    }),
    concerned: count('Number of invoices that the duty would concern.'),
    expressible: count('How many of them can be expressed in the file of the SPFE.'),
    not_concerned: Type.Array(
      Type.Object(
        { reason: wordOf(SPFE_REASONS, { description: 'Why.' }), invoices: count('Number of invoices.') },
        { ...closed, title: 'SpfeNotConcernedCount' },
      ),
      { description: 'The invoices that the duty would not concern, by reason.' },
    ),
    unknown: Type.Array(
      Type.Object(
        {
          missing: wordOf(SPFE_MISSING_FACTS, { description: 'The missing fact.' }),
          invoices: count('Number of invoices.'),
        },
        { ...closed, title: 'SpfeUnknownCount' },
      ),
      { description: 'The invoices of which nobody can tell it, by each missing fact.' },
    ),
    refusals: Type.Array(
      Type.Object(
        {
          rule: Type.String({ description: 'The rule.', examples: ['SPFE BT-53'] }),
          message: Type.String({ description: 'What it says of the first invoice.' }),
          invoices: count('Number of invoices that break it.'),
          examples: Type.Array(Type.String(), {
            maxItems: MOST_EXAMPLES,
            description: 'The numbers of the first of them.',
          }),
        },
        { ...closed, title: 'SpfeRefusalCount' },
      ),
      { description: 'Why concerned invoices cannot be expressed, the most frequent rule first.' },
    ),
  },
  { ...closed, title: 'SpfeReadiness' },
);
export type SpfeReadinessView = Static<typeof SpfeReadinessView>;
