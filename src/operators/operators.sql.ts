/* Generated from operators.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../platform/postgres/statement.ts';
import { type OperatorRole } from '../contracts/codes.ts';

const statement = readStatements(import.meta.url);

export type HasOperatorsRow = {
  readonly has: boolean;
};

/** Returns whether any operator has their own login. */
export const hasOperators: Statement<[], HasOperatorsRow> = statement('hasOperators');

export type FindOperatorSaltRow = {
  readonly salt: Buffer;
  readonly cost: number;
  readonly blockSize: number;
  readonly parallelism: number;
};

/** Returns the salt and the parameters with which the password of a login is hashed. */
export const findOperatorSalt: Statement<[login: string], FindOperatorSaltRow> =
  statement('findOperatorSalt');

export type FindOperatorFactorRow = {
  readonly sealed: Buffer | null;
};

/** Returns the encrypted second factor of an operator who has proved the first. */
export const findOperatorFactor: Statement<[login: string, proof: Uint8Array], FindOperatorFactorRow> =
  statement('findOperatorFactor');

export type SignInOperatorRow = {
  readonly outcome: 'in' | 'wrong' | 'code' | 'locked';
};

/** Begins a session, or counts a wrong attempt. */
export const signInOperator: Statement<
  [
    login: string,
    proof: Uint8Array,
    step: number | bigint,
    tokenHash: Uint8Array,
    shown: Uint8Array,
    own: Uint8Array,
    network: string,
  ],
  SignInOperatorRow
> = statement('signInOperator');

export type ListWrongLoginsRow = {
  readonly login: string;
  readonly isKnown: boolean;
  readonly codes: number;
  readonly passwords: number;
  readonly firstAt: number;
  readonly newestAt: number;
};

/** Lists the wrong codes and passwords of each operator, with times in milliseconds since 1970. */
export const listWrongLogins: Statement<[], ListWrongLoginsRow> = statement('listWrongLogins');

export type FindOperatorSessionRow = {
  readonly login: string;
  readonly role: OperatorRole;
};

/** Returns the operator of a session. */
export const findOperatorSession: Statement<[tokenHash: Uint8Array, isUse: boolean], FindOperatorSessionRow> =
  statement('findOperatorSession');

export type EndOperatorSessionRow = {
  readonly ended: string | null;
};

/** Ends a session. */
export const endOperatorSession: Statement<[tokenHash: Uint8Array], EndOperatorSessionRow> =
  statement('endOperatorSession');
