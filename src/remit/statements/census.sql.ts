/* Generated from census.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

/** Lets the answers about NIFs end, whatever the name, so that they are asked about anew. */
export const ageCensusAnswers: Statement<
  [organizationId: number | bigint, nifs: readonly string[] | EncodedArray<string>, now: Date],
  NoColumns
> = statement('ageCensusAnswers');

/** Stores the answers to questions to the census, one list per column, and erases the names. */
export const answerCensusQuestions: Statement<
  [
    organizationId: number | bigint,
    nifs: readonly string[] | EncodedArray<string>,
    nameHashes: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    results: readonly string[] | EncodedArray<string>,
    censusNifs: readonly (string | null)[] | EncodedArray<string | null>,
    censusNames: readonly (string | null)[] | EncodedArray<string | null>,
    validUntil: readonly Date[] | EncodedArray<Date>,
    checkedAt: Date,
    absence: string | null,
  ],
  NoColumns
> = statement('answerCensusQuestions');

export type ListCensusQuestionsRow = {
  readonly nif: string;
  readonly nameHash: Buffer;
  readonly name: string;
};

/** Lists the oldest questions of an organization that wait for an answer of the census. */
export const listCensusQuestions: Statement<
  [organizationId: number | bigint, most: number | bigint],
  ListCensusQuestionsRow
> = statement('listCensusQuestions');
