/* Generated from registers.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type SettlementPeriod } from '../../contracts/registers.ts';
import { type RegisterDecision } from '../../domain/registers/choose-register.ts';
import { type SpfeDecision } from '../../domain/spfe/choose-mode.ts';

const statement = readStatements(import.meta.url);

export type HoldDecisionsRow = {
  readonly held: boolean | null;
};

/** Lets only one transaction decide about registers, and no other transaction create chains. */
export const holdDecisions: Statement<[], HoldDecisionsRow> = statement('holdDecisions');

export type HoldIssuerChainsRow = {
  readonly id: number;
  readonly sequence: number;
};

/** Locks the chains of an issuer in all organizations until the transaction ends, so that nobody issues for it meanwhile. */
export const holdIssuerChains: Statement<[issuerNif: string], HoldIssuerChainsRow> =
  statement('holdIssuerChains');

export type ListDecisionsRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly register: 'verifactu' | 'sii';
  readonly period: SettlementPeriod | null;
  readonly validFrom: string;
  readonly basis: string;
  readonly decidedBy: string;
  readonly reason: string | null;
  readonly decidedAt: number;
  readonly withdrawnAt: number | null;
};

/** Lists the decisions about an issuer, or about all issuers, the newest first. */
export const listDecisions: Statement<[issuerNif: string | null], ListDecisionsRow> =
  statement('listDecisions');

export type CountIssuedRow = {
  readonly register: 'sii' | 'verifactu' | 'none';
  readonly invoices: number;
  readonly first: string;
  readonly last: string;
  readonly numbers: readonly string[];
};

/** Counts the issued invoices of an issuer with issue dates in a span, by the register that has them, without annulled and withdrawn ones. */
export const countIssued: Statement<[issuerNif: string, from: string, until: string | null], CountIssuedRow> =
  statement('countIssued');

export type CountEnteredRow = {
  readonly register: 'sii';
  readonly invoices: number;
  readonly first: string;
  readonly last: string;
  readonly numbers: readonly string[];
};

/** Counts the invoices from before an issuer's entry into SII on a day that SII has or will have. */
export const countEntered: Statement<[issuerNif: string, enteredOn: string], CountEnteredRow> =
  statement('countEntered');

export type CountUnansweredRow = {
  readonly records: number;
  readonly entries: number;
};

/** Counts the records and entries of an issuer that AEAT has not accepted or refused for good. */
export const countUnanswered: Statement<[issuerNif: string], CountUnansweredRow> =
  statement('countUnanswered');

/** Stores a decision and records the act. */
export const insertDecision: Statement<
  [
    issuerNif: string,
    register: string,
    period: string | null,
    validFrom: string,
    basis: string,
    operator: string,
    reason: string | null,
  ],
  NoColumns
> = statement('insertDecision');

/** Withdraws the decision about an issuer that holds from a date, and records the act. Updates no row if there is none. */
export const withdrawDecision: Statement<
  [issuerNif: string, validFrom: string, now: Date, operator: string, reason: string | null],
  NoColumns
> = statement('withdrawDecision');

export type ReadDecisionsRow = {
  readonly decisions: RegisterDecision[];
  readonly spfe: SpfeDecision[];
};

/** Returns the decisions about all issuers. */
export const readDecisions: Statement<[], ReadDecisionsRow> = statement('readDecisions');

export type ReadDecisionsOfRow = {
  readonly decisions: RegisterDecision[];
};

/** Returns the decisions about some issuers, by NIF and date. */
export const readDecisionsOf: Statement<
  [issuerNifs: readonly string[] | EncodedArray<string>],
  ReadDecisionsOfRow
> = statement('readDecisionsOf');

export type StampDecisionsRow = {
  readonly stamp: string;
};

/** Returns a text that changes whenever a decision is added or withdrawn. */
export const stampDecisions: Statement<[], StampDecisionsRow> = statement('stampDecisions');
