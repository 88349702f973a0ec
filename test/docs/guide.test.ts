import { describe, expect, it } from 'vitest';
import {
  ADDED_FINDING_CODES,
  ADDED_WARNING_CODES,
  BATCH_STATUSES,
  CORRECTION_REFUSALS,
  FINDING_CODES,
  KEY_RIGHTS,
  PROCESSING_STATUSES,
  VERIFACTU_STATES,
  WARNING_CODES,
} from '../../src/contracts/codes.ts';
import { InvoiceInput, InvoiceLineInput } from '../../src/contracts/invoice-input.ts';
import {
  type InvoiceMember,
  LINE_MEMBER_NAMES,
  type LineMember,
  MEMBER_NAMES,
} from '../../src/domain/reading/findings.ts';
import { answerOf, API_ERRORS, type ApiErrorName } from '../../src/contracts/api-error-catalogue.ts';
import { listBlocks, readProse } from './support/documents.ts';

const [ENGLISH, SPANISH] = ['docs/guide.md', 'docs/guia.md'] as const;

/** Returns the cells of a table between two marks, without its header row. */
function readTable(document: string, mark: string): string[][] {
  const [, table = ''] =
    new RegExp(`<!-- ${mark} -->\n([^]*?)<!-- /${mark} -->`).exec(readProse(document)) ?? [];
  return table
    .trim()
    .split('\n')
    .slice(2)
    .map((row) => row.slice(2, -2).split(' | '));
}

const readColumn = (document: string, mark: string, index: number) =>
  readTable(document, mark).map((cells) => cells[index]!.replaceAll('`', ''));

describe.each([ENGLISH, SPANISH])('the tables of %s', (document) => {
  it('list every state in order', () => {
    const states = [...BATCH_STATUSES, ...PROCESSING_STATUSES, ...VERIFACTU_STATES];
    expect(readColumn(document, 'states', 1)).toEqual(states);
  });

  it('list every status and code of errors', () => {
    const corrections = new Set<string>(CORRECTION_REFUSALS);
    const answers = (Object.keys(API_ERRORS) as ApiErrorName[]).map((name) => answerOf(name, 2));
    const told = answers.filter(({ code }) => !corrections.has(code));
    const inOrder = told.toSorted((one, other) => one.status - other.status);
    const rows = [...new Set(inOrder.map(({ status, code }) => `${status} ${code}`))];
    const shown = readTable(document, 'errors').map(([status, code]) => `${status} ${code}`);
    expect(shown.map((row) => row.replaceAll('`', ''))).toEqual(rows);
  });

  it('map the names at the start of messages to the members of both versions', () => {
    const members = (Object.keys(InvoiceInput.properties) as InvoiceMember[]).map((member) => {
      // The only date of an operation in version 1 is the issue date of version 2.
      const name = member === 'operation_date' ? 'issue_date' : member;
      return [MEMBER_NAMES[name].en, `\`${name}\``];
    });
    const ofLines = (Object.keys(InvoiceLineInput.properties) as LineMember[]).map((member) => [
      `Line 1: ${LINE_MEMBER_NAMES[member].en}`,
      `\`lines[0].${member}\``,
    ]);
    expect(readTable(document, 'members')).toEqual([...members, ...ofLines]);
  });

  it.each([
    ['findings', [...FINDING_CODES, ...ADDED_FINDING_CODES]],
    ['warnings', [...WARNING_CODES, ...ADDED_WARNING_CODES]],
    ['refusals', CORRECTION_REFUSALS],
    ['rights', KEY_RIGHTS],
  ] as const)('list all %s', (mark, names) => {
    expect(readColumn(document, mark, 0)).toEqual([...names]);
  });
});

describe('the Spanish guide', () => {
  it('has exactly the programs, commands and answers of the English guide, which are run', () => {
    const read = (document: string) => listBlocks(document).map(({ language, text }) => ({ language, text }));
    expect(read(SPANISH)).toEqual(read(ENGLISH));
  });
});
