import { describe, expect, it } from 'vitest';
import type { InvoiceInput } from '../../../src/contracts/invoice-input.ts';
import { buildInput, buildLine, documentOf, messagesOf, TODAY } from '../support/inputs.ts';

type Case = [title: string, changes: InvoiceInput, message?: string];

/** Tests each case. A case without a message must be accepted. */
function check(cases: Case[]): void {
  it.each(cases)('%s', (_title, changes, message) => {
    expect(messagesOf(buildInput(changes))).toEqual(message === undefined ? [] : [message]);
  });
}

describe('the issue date [B15]', () => {
  check([
    ['may be today', { operation_date: TODAY }],
    ['may be an earlier day', { operation_date: '2026-01-31' }],
    ['may be the first day that AEAT accepts (AEAT 1152)', { operation_date: '2024-10-28' }],
    [
      'must not be before that day (AEAT 1152)',
      { operation_date: '2024-10-27' },
      "Issue date can't be before 2024-10-28",
    ],
    [
      'must not be before that day as the operation date, either',
      { operation_date: '2024-09-01', lines: [buildLine({ tax_regime: '15' })] },
      "Issue date (the operation date with tax regimes 14 and 15) can't be before 2024-10-28",
    ],
    [
      'must not be after today (AEAT 1112)',
      { operation_date: '2026-11-21' },
      "Issue date can't be in the future",
    ],
    ['must not be absent', { operation_date: null }, "Issue date can't be blank"],
    ['must not be blank', { operation_date: '  ' }, "Issue date can't be blank"],
    [
      'must be a day of the calendar (AEAT 1105, 1145)',
      { operation_date: '2026-02-29' },
      'Issue date must be a real date in the form YYYY-MM-DD',
    ],
    [
      'must be in the form of ISO 8601 (AEAT 1105, 1145)',
      { operation_date: '20/11/2026' },
      'Issue date must be a real date in the form YYYY-MM-DD',
    ],
  ]);

  it('becomes the issue date of the document, which then has no operation date', () => {
    expect(documentOf(buildInput({ operation_date: '2026-11-02' }))).toMatchObject({
      issueDate: '2026-11-02',
      operationDate: null,
    });
  });
});

describe('the due date', () => {
  check([
    ['may be absent', { due_date: null }],
    ['may be the issue date', { due_date: TODAY }],
    ['may be years after the issue date', { due_date: '2030-01-01' }],
    [
      'must not be before the issue date',
      { due_date: '2026-11-19' },
      "Due date can't be before the issue date",
    ],
    [
      'must be a day of the calendar',
      { due_date: '2026-11-31' },
      'Due date must be a real date in the form YYYY-MM-DD',
    ],
  ]);
});

describe('the invoice number [B12]', () => {
  const FORBIDDEN = `Invoice number can only contain printable ASCII characters without " ' < > =`;
  check([
    ['may have 1 character', { number_serie: '1' }],
    ['may have 60 characters', { number_serie: 'A'.repeat(60) }],
    [
      'may have any printable ASCII character but five',
      { number_serie: '!#$%&()*+,-./:;?@[\\]^_`{|}~ 09AZaz' },
    ],
    ['must not be absent (AEAT 1104)', { number_serie: null }, "Invoice number can't be blank"],
    ['must not be blank (AEAT 1104)', { number_serie: '   ' }, "Invoice number can't be blank"],
    [
      'must not have 61 characters',
      { number_serie: 'A'.repeat(61) },
      "Invoice number can't be longer than 60 characters",
    ],
    [
      'must not begin with a blank',
      { number_serie: ' A1' },
      "Invoice number can't begin or end with a blank",
    ],
    ['must not end with a blank', { number_serie: 'A1 ' }, "Invoice number can't begin or end with a blank"],
    ...['"', "'", '<', '>', '=', 'ñ', 'á', '\u00a0', '\t', '\u0000', '€', '\ud800'].map((character): Case => [
      `must not contain ${JSON.stringify(character)} (AEAT 1130, 1287)`,
      { number_serie: `A${character}1` },
      FORBIDDEN,
    ]),
  ]);
});
