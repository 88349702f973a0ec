/* Generated from spfe-issuers.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import {
  type SpfeState,
  type SpfeChannel,
  type SpfeMode,
  type SpfeMessageKind,
  type SpfeMessageState,
  type SpfeReportKind,
} from '../../contracts/spfe.ts';

const statement = readStatements(import.meta.url);

export type ListSpfeIssuersRow = {
  readonly organizationId: number;
  readonly issuerNif: string;
  readonly waiting: number;
  readonly prepared: number;
  readonly admitted: number;
  readonly rejected: number;
  readonly withdrawn: number;
  readonly unknown: number;
  readonly blocked: number;
  readonly held: number;
  readonly conflicts: number;
  readonly elsewhere: number;
  readonly notConcerned: number;
  readonly due: number;
  readonly nextDueBy: number | null;
  readonly lastAnswerAt: number | null;
  readonly messagesWaiting: number;
  readonly messagesRejected: number;
  readonly failures: number;
  readonly haltedReason: string | null;
  readonly haltedAt: number | null;
  readonly comparedAt: number | null;
  readonly mustCompare: boolean;
};

/** Lists the issuers with deliveries to the SPFE, with the number of deliveries in each state, of messages that wait, and the next deadline. */
export const listSpfeIssuers: Statement<
  [dueBefore: Date, organizationId: number | bigint | null, chainId: number | bigint | null],
  ListSpfeIssuersRow
> = statement('listSpfeIssuers');

export type ListSpfeDeliveriesRow = {
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly mode: SpfeMode;
  readonly channel: SpfeChannel;
  readonly state: SpfeState;
  readonly reason: string | null;
  readonly missing: readonly string[] | null;
  readonly rule: string | null;
  readonly dueBy: number | null;
  readonly version: number;
  readonly csv: string | null;
  readonly localizador: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly answeredAt: number | null;
};

/**
 * Lists deliveries of an organization, or that of one of its invoices, in some states, those that are due first; only those that were due before a
 * time if one is given.
 */
export const listSpfeDeliveries: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string | null,
    invoiceId: number | bigint | null,
    states: readonly string[] | EncodedArray<string>,
    dueBefore: Date | null,
    most: number | bigint,
  ],
  ListSpfeDeliveriesRow
> = statement('listSpfeDeliveries');

export type ListSpfeMessagesRow = {
  readonly id: number;
  readonly kind: SpfeMessageKind;
  readonly state: SpfeMessageState;
  readonly effectiveOn: string | null;
  readonly dueOn: string | null;
  readonly csv: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly requestedBy: string;
  readonly reason: string | null;
};

/** Lists what the issuer told the SPFE about an invoice. */
export const listSpfeMessages: Statement<[invoiceId: number | bigint], ListSpfeMessagesRow> =
  statement('listSpfeMessages');

export type ListSpfeReportsRow = {
  readonly kind: SpfeReportKind;
  readonly effectiveOn: string;
  readonly dueOn: string | null;
  readonly condition: string | null;
  readonly firstSeenAt: number;
  readonly goneAt: number | null;
};

/** Lists what the SPFE told that the recipient of an invoice reported. */
export const listSpfeReports: Statement<[invoiceId: number | bigint], ListSpfeReportsRow> =
  statement('listSpfeReports');

export type ResumeSpfeIssuerRow = {
  readonly haltedReason: string | null;
};

/** Lets the deliveries of a halted issuer be sent again. Returns why it was halted, null if it is not. */
export const resumeSpfeIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string],
  ResumeSpfeIssuerRow
> = statement('resumeSpfeIssuer');

/** Records that an operator lets the deliveries of an issuer be sent again. */
export const recordSpfeResume: Statement<
  [organizationId: number | bigint, issuerNif: string, operator: string, reason: string | null],
  NoColumns
> = statement('recordSpfeResume');

export type ListOrganizationsOfIssuerRow = {
  readonly id: number;
};

/** Lists the organizations that issue for an issuer, or that were prepared for it: those with a chain, a profile, a certificate or a binding of it. */
export const listOrganizationsOfIssuer: Statement<[issuerNif: string], ListOrganizationsOfIssuerRow> =
  statement('listOrganizationsOfIssuer');
