/* Generated from census.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type CensusResult, type CensusMode, type CensusWhenUnavailable } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

export type AskCensusRow = {
  readonly index: number;
  readonly result: CensusResult | null;
  readonly censusNif: string | null;
  readonly censusName: string | null;
  readonly askedAt: number;
};

/**
 * Returns the valid answers about NIFs with names, and stores the others as questions. The result is null while a question waits for its
 * answer. An issuer whose records AEAT accepts with this name is identified. A name is known by its hash with the key of the organization.
 */
export const askCensus: Statement<
  [
    organizationId: number | bigint,
    nifs: readonly string[] | EncodedArray<string>,
    names: readonly string[] | EncodedArray<string>,
    areIssuers: readonly boolean[] | EncodedArray<boolean>,
    now: Date,
  ],
  AskCensusRow
> = statement('askCensus');

/** Deletes answers that are not valid any more, and questions that nobody answered. */
export const deleteOldChecks: Statement<[before: Date], NoColumns> = statement('deleteOldChecks');

export type FindCensusSettingRow = {
  readonly census: CensusMode;
  readonly whenUnavailable: CensusWhenUnavailable;
};

/** Returns what an organization does with what the census says. */
export const findCensusSetting: Statement<[organizationId: number | bigint], FindCensusSettingRow> =
  statement('findCensusSetting');
