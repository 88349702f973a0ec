import { type Static, Type } from 'typebox';
import { instant, nullable, wordOf } from '../answers.ts';
import { INVOICE_TYPES } from '../codes.ts';
import { MAX_SERIES, MAX_SERIES_OF_ISSUER } from '../limits.ts';
import { flag, integer, object, text, texts } from '../members.ts';

/* The requests and answers of version 2 about series of invoice numbers. */

const closed = { additionalProperties: false };

/** The years in which a series can begin. */
export const START_YEARS = { minimum: 2024, maximum: 2123 };
/** The greatest first number of a series. */
export const MAX_START = 999_999_999;
const MAX_PATTERN = 200;

/** A series as a client sends it. */
export const SERIES_INPUT = object(
  'SeriesInput',
  `A series of an issuer. The pattern, the types and the start can change until the series has given its first number; whether it is closed can always change. An issuer can have ${MAX_SERIES_OF_ISSUER} series, and an organization ${MAX_SERIES}.`,
  {
    pattern: text({
      description:
        'The pattern of its numbers: characters of invoice numbers with `{code}`, `{year}` or `{year:2}` (of the issue date), and once `{counter}` or, with at least so many digits, `{counter:6}`. With the year, every year begins at 1; without it, the counter goes on. Its numbers have at most 60 characters with a counter of 12 digits, and no other series of the issuer can give them.',
      required: true,
      maxLength: MAX_PATTERN,
      examples: ['{code}-{year}-{counter:6}'],
    }),
    invoice_types: texts(2, {
      description:
        'The types of its invoices: some of `F1`, `F2` and `F3`, or some of `R1` to `R5`, because rectifying invoices have a series of their own (RD 1619/2012, art. 6.1.a). Default: `F1`, `F2` and `F3`.',
      minItems: 1,
      maxItems: INVOICE_TYPES.length,
    }),
    start: integer({
      description:
        'The first number, in `start_year` if the pattern has a year. Default: 1, or the number after the greatest that the issuer has already used. A smaller one is refused.',
      minimum: 1,
      maximum: MAX_START,
      examples: [1],
    }),
    start_year: integer({
      description:
        'The first year of a pattern with a year. Invoices of earlier years cannot take numbers. Default: the year in which the series is created.',
      ...START_YEARS,
      examples: [2026],
    }),
    closed: flag({
      description:
        'Whether the series gives no more numbers. Invoices that wait to be issued then fail. Default: false.',
    }),
  },
);
export const SeriesInput = SERIES_INPUT.shape;
export type SeriesInput = Static<typeof SeriesInput>;

const pattern = Type.String({
  description: 'The pattern of its numbers.',
  examples: ['{code}-{year}-{counter:6}'],
});
const invoiceTypes = Type.Array(wordOf(INVOICE_TYPES), { description: 'The types of its invoices.' });
const start = Type.Integer({ description: 'Its first number, in `start_year` if the pattern has a year.' });
const startYear = nullable(Type.Integer({ description: 'Its first year; null if the pattern has no year.' }));
const issuedNumber = nullable(
  Type.String({ description: 'The last number that it gave; null if it gave none.' }),
);

export const SeriesView = Type.Object(
  {
    id: Type.Integer({
      minimum: 1,
      description: 'Its id, which `invoiceable_serie_id` of an invoice can name.',
    }),
    issuer_nif: Type.String({ description: 'NIF of the issuer.' }),
    code: Type.String({ description: 'Its code, which `series` of an invoice names.' }),
    pattern,
    invoice_types: invoiceTypes,
    start,
    start_year: startYear,
    closed_at: nullable(Type.String({ ...instant, description: 'When it was closed; null if it is open.' })),
    created_at: Type.String({ ...instant, description: 'When it was created.' }),
    changed_at: Type.String({ ...instant, description: 'When it was changed last.' }),
    counters: Type.Array(
      Type.Object(
        {
          year: nullable(Type.Integer({ description: 'The year; null if the pattern has no year.' })),
          first: Type.Integer({ description: 'The first counter.' }),
          last: Type.Integer({ description: 'The last counter that was given.' }),
          last_number: Type.String({ description: 'The last number that was given.' }),
        },
        { ...closed, title: 'SeriesCounter' },
      ),
      { description: 'The counters that have given numbers, the last 100 years, the newest first.' },
    ),
    last_number: issuedNumber,
  },
  { ...closed, title: 'Series' },
);
export type SeriesView = Static<typeof SeriesView>;

export const SeriesChangeView = Type.Object(
  {
    pattern,
    invoice_types: invoiceTypes,
    start,
    start_year: startYear,
    closed: Type.Boolean({ description: 'Whether it was closed from then on.' }),
    changed_at: Type.String({ ...instant, description: 'When it became so.' }),
    changed_by: Type.String({
      description: '`key:` and the id of the API key, or the name of the operator, who changed it.',
    }),
  },
  { ...closed, title: 'SeriesChange' },
);
export type SeriesChangeView = Static<typeof SeriesChangeView>;

export const SeriesNumberView = Type.Object(
  {
    counter: Type.Integer({ description: 'The counter.' }),
    number_serie: Type.String({ description: 'The number of the invoice.' }),
    invoice_id: Type.Integer({ description: 'Id of the issued invoice.' }),
    invoice_type: wordOf(INVOICE_TYPES, { description: 'Type of the invoice.' }),
    issue_date: Type.String({ format: 'date', description: 'Its issue date.' }),
    issued_at: Type.String({ ...instant, description: 'When it was issued.' }),
    stated: Type.Boolean({
      description:
        'True if the series skipped the number, because an invoice that was issued before stated it.',
    }),
  },
  { ...closed, title: 'SeriesNumber' },
);
export type SeriesNumberView = Static<typeof SeriesNumberView>;
