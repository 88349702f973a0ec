/* Generated from spfe.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../platform/postgres/statement.ts';
import {
  type SpfeState,
  type SpfeMode,
  type SpfeChannel,
  type SpfeReason,
  type SpfeBasis,
  type SpfeReportKind,
} from '../contracts/spfe.ts';
import {
  type StoredVersions,
  type StoredMessages,
  type StoredFacts,
  type StoredReport,
  type OrderOutcome,
} from './delivery-rows.ts';

const statement = readStatements(import.meta.url);

export type GetDeliveryRow = {
  readonly id: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly mode: SpfeMode;
  readonly channel: SpfeChannel;
  readonly state: SpfeState;
  readonly reason: SpfeReason | null;
  readonly missing: readonly string[] | null;
  readonly rule: string | null;
  readonly dueBy: string | null;
  readonly csv: string | null;
  readonly localizador: string | null;
  readonly code: string | null;
  readonly message: string | null;
  readonly messageEs: string | null;
  readonly basis: SpfeBasis | null;
  readonly isAnnulled: boolean;
  readonly isRectified: boolean;
  readonly versions: StoredVersions;
  readonly messages: StoredMessages;
  readonly facts: StoredFacts;
  readonly payment: StoredReport | null;
  readonly rejection: StoredReport | null;
};

/** Returns the delivery of an invoice to the SPFE with everything that is known of it. */
export const getDelivery: Statement<
  [organizationId: number | bigint, invoiceId: number | bigint],
  GetDeliveryRow
> = statement('getDelivery');

export type ListDeliveryStatesRow = {
  readonly id: number;
  readonly state: SpfeState;
};

/** Lists the states of the deliveries of invoices that have one. */
export const listDeliveryStates: Statement<
  [organizationId: number | bigint, ids: readonly (number | bigint)[] | EncodedArray<number | bigint>],
  ListDeliveryStatesRow
> = statement('listDeliveryStates');

export type ListRecipientReportsRow = {
  readonly id: number;
  readonly invoiceId: number;
  readonly externalInvoiceId: string | null;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly kind: SpfeReportKind;
  readonly effectiveOn: string;
  readonly dueOn: string | null;
  readonly condition: string | null;
  readonly firstSeenAt: string;
  readonly goneAt: string | null;
  readonly at: number;
};

/** Lists what recipients reported, the last seen first, before a position: microseconds since 1970 and an id. */
export const listRecipientReports: Statement<
  [
    organizationId: number | bigint,
    beforeAt: number | bigint,
    beforeId: number | bigint,
    since: Date | null,
    most: number | bigint,
  ],
  ListRecipientReportsRow
> = statement('listRecipientReports');

export type OrderWithdrawalRow = {
  readonly outcome: OrderOutcome;
};

/** Orders the withdrawal of a document for an API key. */
export const orderWithdrawal: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    key: string,
    sha256: Uint8Array,
    invoiceId: number | bigint,
    reason: string,
  ],
  OrderWithdrawalRow
> = statement('orderWithdrawal');

export type OrderVersionRow = {
  readonly outcome: OrderOutcome;
};

/** Orders that a document is sent again for an API key. */
export const orderVersion: Statement<Parameters<typeof orderWithdrawal>, OrderVersionRow> = statement(
  'orderVersion',
);

export type RecordFactRow = {
  readonly outcome: OrderOutcome;
};

/** Records a fact that was missing for an API key. */
export const recordFact: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    key: string,
    sha256: Uint8Array,
    invoiceId: number | bigint,
    fact: string,
    isSo: boolean,
    dueOn: string | null,
    isSettled: boolean,
  ],
  RecordFactRow
> = statement('recordFact');

export type ReportDefaultRow = {
  readonly outcome: OrderOutcome;
};

/** Records for an API key that an invoice was not paid when it was due. */
export const reportDefault: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    key: string,
    sha256: Uint8Array,
    invoiceId: number | bigint,
    dueOn: string,
    goodsReceivedOn: string | null,
    invoiceReceivedOn: string | null,
  ],
  ReportDefaultRow
> = statement('reportDefault');

export type TakeBackDefaultRow = {
  readonly outcome: OrderOutcome;
};

/** Takes back the default of an invoice for an API key. */
export const takeBackDefault: Statement<
  [tokenHash: Uint8Array, now: Date, invoiceId: number | bigint],
  TakeBackDefaultRow
> = statement('takeBackDefault');

export type OrderAsOperatorRow = {
  readonly outcome: OrderOutcome;
};

/** Carries out what an operator orders about a delivery. */
export const orderAsOperator: Statement<
  [
    organizationId: number | bigint,
    invoiceId: number | bigint,
    action: string,
    reason: string | null,
    operator: string,
    now: Date,
    withdrawal: string | null,
    fact: string | null,
    isSo: boolean | null,
    dueOn: string | null,
    isSettled: boolean | null,
  ],
  OrderAsOperatorRow
> = statement('orderAsOperator');

/** Records the act of an order about a delivery. */
export const recordSpfeOrder: Statement<
  [
    operator: string,
    reason: string | null,
    organizationId: number | bigint,
    invoiceId: number | bigint,
    details: string,
  ],
  NoColumns
> = statement('recordSpfeOrder');
