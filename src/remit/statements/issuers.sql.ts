/* Generated from issuers.sql and the database by `npm run sql:generate`: not written by hand. */

import { type Statement, readStatements } from '../../platform/postgres/statement.ts';

const statement = readStatements(import.meta.url);

export type FindNameOfIssuerRow = {
  readonly name: string;
};

/** Finds the name of an issuer: the one that an operator set, or else that of one of its invoices. */
export const findNameOfIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string, invoiceId: number | bigint],
  FindNameOfIssuerRow
> = statement('findNameOfIssuer');

export type FindIssuerOfChainRow = {
  readonly issuerNif: string;
};

/** Finds the issuer of a chain. */
export const findIssuerOfChain: Statement<[chainId: number | bigint], FindIssuerOfChainRow> =
  statement('findIssuerOfChain');

export type FindChainOfIssuerRow = {
  readonly chainId: number;
};

/** Finds the chain of an issuer in an organization, the one in use if others are retired. */
export const findChainOfIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string],
  FindChainOfIssuerRow
> = statement('findChainOfIssuer');
