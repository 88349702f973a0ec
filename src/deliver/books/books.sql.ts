/* Generated from books.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type BookParameters } from '../../contracts/v2/book-parameters.ts';

const statement = readStatements(import.meta.url);

export type DescribeBookIssuerRow = {
  readonly name: string;
  readonly parameters: BookParameters | null;
};

/**
 * Returns what the book of an issuer needs beside its invoices: the name in the newest invoice, and
 * the parameters in the newest profile. Returns no row if the organization has issued no invoice of
 * the issuer.
 */
export const describeBookIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string],
  DescribeBookIssuerRow
> = statement('describeBookIssuer');

export type FindArchivedMonthOfBookRow = {
  readonly month: string | null;
};

/**
 * Returns the first archived month with an invoice whose document a book needs: one of its own, or
 * one that its invoices rectify.
 */
export const findArchivedMonthOfBook: Statement<
  [organizationId: number | bigint, issuerNif: string, from: string, to: string],
  FindArchivedMonthOfBookRow
> = statement('findArchivedMonthOfBook');

export type ListBookRow = {
  readonly id: number | null;
  readonly issueDate: string | null;
  readonly invoiceNumber: string | null;
  readonly elsewhereOn: string | null;
  readonly examinedDate: string | null;
  readonly examinedId: number | null;
};

/**
 * Returns the invoices that were issued in the period of a book, in the order of their issue dates
 * and ids, from those after a position. elsewhereOn is the day of the operation of those that do not
 * belong to it. examinedDate and examinedId are the position after the last one; null if there are
 * no more.
 */
export const listBook: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    from: string,
    to: string,
    afterDate: string,
    afterId: number | bigint,
    limit: number | bigint,
  ],
  ListBookRow
> = statement('listBook');

export type ListBookByOperationRow = {
  readonly id: number;
  readonly issueDate: string;
  readonly invoiceNumber: string;
};

/**
 * Returns invoices of a book that were issued before or after its period, in the order of their
 * issue dates and ids, from those after a position. There are few of them.
 */
export const listBookByOperation: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    from: string,
    to: string,
    issuedFrom: string,
    issuedTo: string,
    afterDate: string,
    afterId: number | bigint,
    limit: number | bigint,
  ],
  ListBookByOperationRow
> = statement('listBookByOperation');

export type ReadBookInvoicesRow = {
  readonly id: number;
  readonly externalInvoiceId: string | null;
  readonly isRejected: boolean;
  readonly annulledOn: string | null;
  readonly isAnnulmentRefused: boolean;
};

/**
 * Returns the final states of issued invoices: AEAT's state is that of the newest alta that was not
 * rejected, as in the lists of the API, or that of the entry in SII, and the day of an annulment is
 * that of Madrid. An annulment in SII of what AEAT never registered is not refused, whatever AEAT
 * answers to it.
 */
export const readBookInvoices: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ReadBookInvoicesRow
> = statement('readBookInvoices');

export type ListBookReplacedRow = {
  readonly id: number;
  readonly replacedId: number;
  readonly invoiceNumber: string;
  readonly issueDate: string;
  readonly isAnnulled: boolean;
};

/**
 * Returns the issued invoices that invoices of a book rectify or replace, except those that an F3
 * replaces.
 */
export const listBookReplaced: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ListBookReplacedRow
> = statement('listBookReplaced');
