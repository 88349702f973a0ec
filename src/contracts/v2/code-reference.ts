import type { FindingCode, WarningCode } from '../codes.ts';
import type { ShapeCode } from './details.ts';

/*
 * The reference of the codes in the details of errors and in warnings of version 2. `/api/v2/codes`, the OpenAPI document and docs/api-v2.md print
 * it. Codes never change; new ones can be added.
 */

export type CodeEntry = {
  readonly meaning: string;
  /** The article or document with the rule; null if it is a rule of this API alone, or if the message names it. */
  readonly article: string | null;
  readonly remedy: string;
};

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
    meaning: 'The issuer has already used this invoice number in the same calendar year.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Send a number that the issuer has not used in that year.',
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
  more_left_out: {
    meaning: 'The invoice has more errors or warnings than are listed.',
    article: null,
    remedy: 'Correct the listed ones and validate the invoice again.',
  },
};

/** The warnings. The invoice is accepted and issued. */
const WARNING_ENTRIES: Readonly<Record<WarningCode, CodeEntry>> = {
  old_issue_date: {
    meaning: 'The issue date is more than one day before the day on which the invoice is issued.',
    article: 'RD 1619/2012, art. 6.1.b; RD 1007/2023, art. 9',
    remedy: 'Issue invoices on the day that they state; send the date of the operation as `operation_date`.',
  },
  operation_date_past: {
    meaning: 'Regime 15 is for operations whose IVA falls due later, but the operation lies in the past.',
    article: 'LIVA, art. 75.Uno.7.º',
    remedy: 'Use regime 01 if the IVA fell due with the operation.',
  },
  margin_not_stated: {
    meaning: 'A regime taxes only the margin, but the invoice does not state the margin.',
    article: 'LIVA, arts. 135 to 147',
    remedy:
      'Only invoices of version 1 can have this warning. Send the invoice through version 2, with the margin of each line in `margin`.',
  },
  foreign_vat_not_stated: {
    meaning:
      'Regime 17 is the one-stop shop, but the invoice does not state the VAT of the other member state.',
    article: 'LIVA, arts. 163 unvicies to 163 quinvicies',
    remedy: 'Send the lines with `tax_type` `oss`, `tax_country` and `tax_rate`.',
  },
  rate_not_charged: {
    meaning: 'Farmers under regime 19 charge no IVA, but the line has a rate.',
    article: 'LIVA, arts. 129 and 134',
    remedy: 'Remove the rate, or use the regime under which the operation is taxed.',
  },
  zero_rate_charged: {
    meaning: 'The line is subject and not exempt, but its rate is 0.',
    article: 'LIVA, art. 91.Cuatro',
    remedy: 'Send the exemption code of an exempt line, or the operation key of a line that is not subject.',
  },
  withholding_below_one_percent: {
    meaning: 'The withholding of IRPF is lower than its lowest rate.',
    article: 'RD 439/2007, art. 95',
    remedy: 'Send the rate in per cent: 15 for 15 %, not 0.15.',
  },
  withholding_on_simplified: {
    meaning: 'A simplified invoice has a withholding of IRPF, but only an identified business withholds.',
    article: 'RD 439/2007, art. 76',
    remedy: 'Identify the recipient and use invoice type F1, or R1 to R4.',
  },
  negative_total: {
    meaning: 'An ordinary invoice has a negative total.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Send a rectifying invoice that names the invoice that it corrects.',
  },
  simplified_limit_exceeded: {
    meaning: 'A simplified invoice charges more than 3,000 €.',
    article: 'RD 1619/2012, art. 4.2',
    remedy: 'Identify the recipient and use invoice type F1.',
  },
  cash_limit_exceeded: {
    meaning: 'The invoice is paid in cash and charges 1,000 € or more.',
    article: 'Ley 7/2012, art. 7.Uno.1',
    remedy: 'Accept another means of payment.',
  },
  nothing_charged: {
    meaning: 'The invoice contains reimbursable expenses and charges nothing else.',
    article: 'LIVA, art. 78.Tres.3.º',
    remedy: 'Add the expenses to an invoice with charges of your own.',
  },
  issuer_address_missing: {
    meaning: 'The profile of the issuer has no address, so the invoice shows none.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Ask the operator of the engine to set the address of the issuer.',
  },
  issuer_shared: {
    meaning:
      'Another organization of the installation issues for the same issuer, so both could use the same number.',
    article: 'RD 1619/2012, art. 6.1.a; AEAT 3000',
    remedy: 'Ask the operator of the engine to bind the issuer to the organizations that may issue for it.',
  },
  recipient_address_missing: {
    meaning: 'The invoice lacks the address of its recipient.',
    article: 'RD 1619/2012, art. 6.1.e',
    remedy: 'Send the address, unless the recipient is a consumer.',
  },
  description_missing: {
    meaning: 'A rectifying invoice does not state its reason.',
    article: 'RD 1619/2012, art. 15.4',
    remedy: 'Send `rectification.reason`, or `operation_description`.',
  },
  corrections_exceed_original: {
    meaning: 'The corrections of an invoice deduct more than it charged.',
    article: 'RD 1619/2012, art. 15',
    remedy: 'Check the amounts and the invoices that are rectified.',
  },
  replacement_differs: {
    meaning: 'The invoice charges another amount than the simplified invoices that it replaces.',
    article: 'RD 1619/2012, art. 7.2',
    remedy: 'Send the lines of the simplified invoices, and correct the amounts with a rectifying invoice.',
  },
  number_differs_in_case: {
    meaning: 'The number differs from an earlier one of the issuer only in the case of its letters.',
    article: 'RD 1619/2012, art. 6.1.a',
    remedy: 'Use numbers that differ in more than case.',
  },
  characters_not_printable: {
    meaning: 'The fonts of the PDF lack characters of a text; the PDF shows boxes instead.',
    article: null,
    remedy: 'Send the text in characters that the fonts have.',
  },
  recipient_not_in_census: {
    meaning:
      'The number of the recipient is declared as not registered, so AEAT accepts the record with errors.',
    article: 'Orden HAC/1177/2024, list L7, 07',
    remedy: "Check the number; use `nif` if it is in AEAT's census.",
  },
  not_expressible: {
    meaning: 'An electronic format that you asked for cannot express the invoice; `rule` names the rule.',
    article: 'EN 16931',
    remedy: 'Use another format, or change what the rule names.',
  },
  more_left_out: ERROR_ENTRIES.more_left_out,
};

type CodeTable = { readonly title: string; readonly entries: Readonly<Record<string, CodeEntry>> };

/** The entries by code, in three tables. A code that occurs in several tables has one entry. */
export const CODE_TABLES: readonly CodeTable[] = [
  { title: 'Errors in the shape of a request', entries: SHAPE_ENTRIES },
  { title: 'Errors in an invoice', entries: ERROR_ENTRIES },
  { title: 'Warnings', entries: WARNING_ENTRIES },
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
  tables: CODE_TABLES,
};

/** Writes the tables as Markdown. */
export function describeCodes(): string {
  return CODE_TABLES.map(({ title, entries }) => {
    const rows = Object.entries(entries).map(
      ([code, { meaning, article, remedy }]) => `| \`${code}\` | ${meaning} | ${article ?? ''} | ${remedy} |`,
    );
    return [`**${title}**`, '', '| code | meaning | article | remedy |', '|---|---|---|---|', ...rows].join(
      '\n',
    );
  }).join('\n\n');
}
