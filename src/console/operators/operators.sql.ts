/* Generated from operators.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type OperatorRole } from '../../contracts/codes.ts';

const statement = readStatements(import.meta.url);

export type HasOperatorsRow = {
  readonly has: boolean;
};

/** Whether anybody has a login of their own. */
export const hasOperators: Statement<[], HasOperatorsRow> = statement('hasOperators');

export type FindOperatorSaltRow = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

/** What the password of a login is derived with. */
export const findOperatorSalt: Statement<[login: string], FindOperatorSaltRow> =
  statement('findOperatorSalt');

export type FindOperatorFactorRow = {
  readonly sealed: Buffer | null;
};

/** The sealed second factor of whoever has the first. */
export const findOperatorFactor: Statement<[login: string, proof: Uint8Array], FindOperatorFactorRow> =
  statement('findOperatorFactor');

export type BeginOperatorSessionRow = {
  readonly begun: boolean;
};

/** Begins a session, unless the code was used before or the login changed meanwhile. */
export const beginOperatorSession: Statement<
  [login: string, proof: Uint8Array, step: number | bigint, tokenHash: Uint8Array],
  BeginOperatorSessionRow
> = statement('beginOperatorSession');

export type FindOperatorSessionRow = {
  readonly login: string;
  readonly role: OperatorRole;
};

/** Whose session it is. */
export const findOperatorSession: Statement<[tokenHash: Uint8Array, isUse: boolean], FindOperatorSessionRow> =
  statement('findOperatorSession');

export type EndOperatorSessionRow = {
  readonly ended: string | null;
};

/** Ends a session. */
export const endOperatorSession: Statement<[tokenHash: Uint8Array], EndOperatorSessionRow> =
  statement('endOperatorSession');
