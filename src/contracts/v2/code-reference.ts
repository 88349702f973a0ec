import type { FindingCode } from '../codes.ts';
import { ANSWER_ANCHOR, ANSWER_ENTRIES } from './answer-reference.ts';
import type { CodeEntry } from './code-entry.ts';
import type { ShapeCode } from './details.ts';
import { WARNING_ENTRIES } from './warning-reference.ts';

/*
 * The reference of the codes in the details of errors and in warnings of version 2.
 * `/api/v2/codes`, the OpenAPI document and docs/api-v2.md print it. Codes never change; new ones
 * can be added.
 */

/** The faults in the shape of a request. The whole request is refused, and nothing is stored. */
const SHAPE_ENTRIES: Readonly<Record<ShapeCode, CodeEntry>> = {
  missing: {
    meaning: 'The body lacks a member that every body must have.',
    article: null,
    remedy: 'Add the member.',
  },
  unknown_member: {
    meaning: 'The API has no member of this name at this place.',
    article: null,
    remedy: 'Remove the member, or correct its name.',
  },
  wrong_type: {
    meaning: 'The value has another JSON type than the member.',
    article: null,
    remedy: 'Send the JSON type that the message names.',
  },
  too_few: {
    meaning: 'A list has fewer items than it needs.',
    article: null,
    remedy: 'Send at least one item.',
  },
  too_many: {
    meaning: 'A list has more items than it may have.',
    article: null,
    remedy: 'Send at most as many items as the message names; divide a batch into several.',
  },
  too_long: {
    meaning: 'A text has more characters than the member may have.',
    article: 'AEAT, limits of the fields of its records',
    remedy: 'Shorten the text to the length that the message names.',
  },
  out_of_range: {
    meaning: 'A number, a date or a sum is below its minimum or above its maximum.',
    article: null,
    remedy: 'Send a value within the limits that the message names.',
  },
  forbidden_characters: {
    meaning:
      'A text contains characters that AEAT refuses, that cannot be stored, or that make the text look like another one.',
    article: null,
    remedy: 'Remove the characters that the message names.',
  },
  unknown_value: {
    meaning: 'The value is not one of those that the member can have.',
    article: 'Orden HAC/1177/2024, lists of codes',
    remedy: 'Send one of the values that the message lists.',
  },
};

/** The errors in an invoice. Only that invoice fails. */
const ERROR_ENTRIES: Readonly<Record<FindingCode, CodeEntry>> = {
  blank: {
    meaning: 'A member that this invoice needs is absent, null or blank.',
    article: 'RD 1619/2012, arts. 6 and 7',
    remedy: 'Send the member.',
  },
  must_be_blank: {
    meaning: 'A member has a value, although an invoice of this type cannot have it.',
    article: 'RD 1619/2012, arts. 6 and 7',
    remedy: 'Remove the member, or choose the invoice type that the message names.',
  },
  invalid: {
    meaning: 'The value does not have the form of such a value, or its control character is wrong.',
    article: null,
    remedy: 'Correct the value; the message describes the form.',
  },
  unknown_value: SHAPE_ENTRIES.unknown_value,
  forbidden_characters: SHAPE_ENTRIES.forbidden_characters,
  too_long: SHAPE_ENTRIES.too_long,
  too_many: SHAPE_ENTRIES.too_many,
  too_many_digits: {
    meaning: 'A number has more digits than the member may have. The engine never rounds what it receives.',
    article: null,
    remedy: 'Round the number before you send it, to the digits that the message names.',
  },
  out_of_range: SHAPE_ENTRIES.out_of_range,
  not_allowed: {
    meaning: 'The value is valid by itself, but not together with the other members of this invoice.',
    article: 'AEAT, validations of the records',
    remedy: 'Change one of the members that the message names.',
  },
  not_supported: {
    meaning: 'The engine does not support the value.',
    article: null,
    remedy: 'Omit the value; the message names an alternative if there is one.',
  },
  not_found: {
    meaning: 'The organization has no issued invoice with this id.',
    article: null,
    remedy: 'Send the `issued_invoice_id` of an issued invoice of the same issuer.',
  },
  not_authorized: {
    meaning: 'The organization may not issue invoices for this issuer.',
    article: null,
    remedy: 'Correct the NIF, or ask the operator of the engine to permit this issuer.',
  },
  duplicate: {
    meaning:
      'The issuer has already used this invoice number in the same calendar year; or an invoice has this external_invoice_id, in an organization that uses each once (unique_external_ids).',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy:
      'Send a number that the issuer has not used in that year. With external_invoice_id, look up the invoice that the message names, or send another id.',
  },
  inconsistent: {
    meaning: 'An amount that the request states differs from the one that the engine computes.',
    article: null,
    remedy: 'Correct the lines or the stated amount, or omit the stated amount.',
  },
  too_old: {
    meaning: 'The issue date is more than 30 days back.',
    article: 'RD 1619/2012, art. 11',
    remedy:
      'Omit `issue_date` and send the day of the operation as `operation_date`. An operator can permit earlier dates while an organization migrates from another system.',
  },
  not_in_census: {
    meaning:
      "AEAT does not identify the NIF of the issuer or of a recipient with the name in the invoice; the organization's invoices are refused for that.",
    article: 'AEAT, VNifV2',
    remedy:
      'Correct the NIF or the name, surnames first. Use document type `not_registered` for a recipient whom AEAT does not know yet.',
  },
  more_left_out: {
    meaning: 'The invoice has more errors or warnings than are listed.',
    article: null,
    remedy: 'Correct the listed ones and validate the invoice again.',
  },
};

type CodeTable = {
  readonly title: string;
  readonly entries: Readonly<Record<string, CodeEntry>>;
  /** What the anchors of the entries begin with. */
  readonly anchor?: string;
};

/** The entries by code, in three tables. A code that occurs in several tables has one entry. */
export const CODE_TABLES: readonly CodeTable[] = [
  { title: 'Errors in the shape of a request', entries: SHAPE_ENTRIES },
  { title: 'Errors in an invoice', entries: ERROR_ENTRIES },
  { title: 'Warnings', entries: { ...WARNING_ENTRIES, more_left_out: ERROR_ENTRIES.more_left_out } },
];

const TABLES: readonly CodeTable[] = [
  { title: 'Error answers', entries: ANSWER_ENTRIES, anchor: ANSWER_ANCHOR },
  ...CODE_TABLES,
];

/** The reference as a page in one language. */
export type CodePage = {
  readonly language: 'en' | 'es';
  readonly title: string;
  readonly introduction: string;
  /** The names of the columns: code, meaning, article, remedy. */
  readonly columns: readonly string[];
  readonly tables: readonly CodeTable[];
};

export const ENGLISH_CODE_PAGE: CodePage = {
  language: 'en',
  title: 'Codes of errors and warnings',
  introduction: 'The codes of version 2 of the API never change. Messages may change.',
  columns: ['code', 'meaning', 'article', 'remedy'],
  tables: TABLES,
};

const ENTRIES: Readonly<Record<string, CodeEntry>> = {
  ...WARNING_ENTRIES,
  ...ERROR_ENTRIES,
  ...SHAPE_ENTRIES,
};

/**
 * Returns the rule that a detail is about: the article of a warning, AEAT's code of an error, or
 * the article of its code.
 * @param own the rule that the detail states itself.
 * @returns undefined if the rule is one of this API alone.
 */
export function ruleOf(code: string, aeatCode: number | null, own?: string): string | undefined {
  const article = ENTRIES[code]?.article ?? undefined;
  const ofAeat = aeatCode === null ? undefined : `AEAT ${aeatCode}`;
  return own ?? (code in WARNING_ENTRIES ? (article ?? ofAeat) : (ofAeat ?? article));
}

/** Writes the tables as Markdown. */
export function describeCodes(): string {
  return TABLES.map(({ title, entries }) => {
    const rows = Object.entries(entries).map(
      ([code, { meaning, article, remedy }]) => `| \`${code}\` | ${meaning} | ${article ?? ''} | ${remedy} |`,
    );
    return [`**${title}**`, '', '| code | meaning | article | remedy |', '|---|---|---|---|', ...rows].join(
      '\n',
    );
  }).join('\n\n');
}
