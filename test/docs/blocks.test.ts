import { existsSync } from 'node:fs';
import type { TSchema } from 'typebox';
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import {
  BatchInvoiceView,
  BatchSummaryAnswer,
  CreateBatchAnswer,
  ErrorBody,
  list,
} from '../../src/contracts/answers.ts';
import { ValidationAnswer } from '../../src/contracts/validation-answer.ts';
import { CreateBatchBody } from '../../src/contracts/invoice-input.ts';
import { ErrorBody as ErrorBodyV2, Problem } from '../../src/contracts/v2/error-answer.ts';
import { DOCUMENTS, listBlocks } from './support/documents.ts';
import { nameProgram } from './support/programs.ts';
import { REFUSED, UNRUN } from './support/unrun.ts';

/** Their blocks are bodies of invoices, which `recipes.test.ts` checks. */
const RECIPES = ['docs/recipes.md', 'docs/recetas.md'];
const blocks = DOCUMENTS.filter((document) => !RECIPES.includes(document)).flatMap(listBlocks);
const SCHEMAS: TSchema[] = [
  CreateBatchAnswer,
  list(BatchInvoiceView),
  ErrorBody,
  CreateBatchBody,
  ValidationAnswer,
  BatchSummaryAnswer,
  ErrorBodyV2,
  Problem,
];
/**
 * The languages of blocks that `run.e2e.test.ts` runs or compares. `text-recipe.test.ts` applies
 * the changes of files.
 */
const RUN = ['sh', 'sql', 'json', 'text'];
const isListed = (document: string, text: string) =>
  UNRUN.some((entry) => entry.document === document && text.startsWith(entry.begins));

describe('the code blocks of the documents', () => {
  it('are all run or listed in UNRUN', () => {
    const unknown = blocks.filter(
      ({ document, language, text }) =>
        !RUN.includes(language) &&
        !language.startsWith('diff ') &&
        nameProgram(text) === null &&
        !isListed(document, text),
    );
    expect(unknown.map(({ document, line, language }) => `${document}:${line} ${language}`)).toEqual([]);
    expect(blocks.length).toBeGreaterThan(30);
  });

  it.each(UNRUN)(
    'contain exactly one block that begins with $begins, as UNRUN lists it',
    ({ document, begins, why }) => {
      expect(listBlocks(document).filter(({ text }) => text.startsWith(begins))).toHaveLength(1);
      const tests = why.match(/test\/[\w./-]+\.ts/g) ?? [];
      expect(tests.filter((file) => !existsSync(new URL(`../../${file}`, import.meta.url)))).toEqual([]);
    },
  );

  it.each(REFUSED)(
    'contain exactly one line that begins with $begins, as REFUSED lists it',
    ({ document, begins }) => {
      const lines = listBlocks(document).flatMap(({ text }) => text.split('\n'));
      expect(lines.filter((line) => line.startsWith(begins))).toHaveLength(1);
    },
  );

  it.each(blocks.filter(({ language, document, text }) => language === 'json' && !isListed(document, text)))(
    'match a schema of the API where they show JSON: $document line $line',
    ({ text }) => {
      const value: unknown = JSON.parse(text);
      expect(SCHEMAS.some((schema) => Check(schema, value))).toBe(true);
    },
  );

  it('show an answer only after a command that is run', () => {
    const orphans = blocks.filter(
      ({ document, language, text }, index) =>
        ['json', 'text'].includes(language) &&
        !isListed(document, text) &&
        blocks[index - 1]?.language !== 'sh',
    );
    expect(orphans).toEqual([]);
  });
});
