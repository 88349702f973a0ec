/* Generated from spfe.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import {
  type SpfeChannel,
  type SpfeService,
  type SpfeState,
  type SpfeMessageKind,
} from '../../contracts/spfe.ts';
import { type IssuerDetails } from '../../contracts/issuer-profile.ts';

const statement = readStatements(import.meta.url);

export type ListUnwrittenSpfeRow = {
  readonly invoiceId: number;
  readonly channel: SpfeChannel;
  readonly profile: IssuerDetails | null;
  readonly qrUrl: string | null;
};

/**
 * Locks deliveries of which no contents are written, or not those of a version that somebody ordered, and lists what these consist of beside the
 * documents.
 */
export const listUnwrittenSpfe: Statement<
  [organizationId: number | bigint, issuerNif: string, most: number | bigint],
  ListUnwrittenSpfeRow
> = statement('listUnwrittenSpfe');

/** Stores the first contents of deliveries, or those of the version that somebody ordered. */
export const insertSpfeVersions: Statement<
  [
    organizationId: number | bigint,
    now: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    areCopies: readonly boolean[] | EncodedArray<boolean>,
    contents: readonly Uint8Array[] | EncodedArray<Uint8Array>,
    sizes: readonly number[] | EncodedArray<number>,
    sha256s: readonly Uint8Array[] | EncodedArray<Uint8Array>,
  ],
  NoColumns
> = statement('insertSpfeVersions');

/** Blocks deliveries whose invoices cannot be expressed, with the rule and its text. */
export const blockSpfeDeliveries: Statement<
  [
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    rules: readonly string[] | EncodedArray<string>,
    messages: readonly string[] | EncodedArray<string>,
    spanishMessages: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('blockSpfeDeliveries');

/** Creates the state of the sending of an issuer's deliveries, unless it exists. */
export const createSpfeIssuer: Statement<[organizationId: number | bigint, issuerNif: string], NoColumns> =
  statement('createSpfeIssuer');

export type LockSpfeIssuerRow = {
  readonly failures: number;
  readonly nextAllowedAt: number | null;
  readonly haltedReason: string | null;
  readonly mustCompare: boolean;
  readonly isKnownDatabase: boolean;
};

/** Locks the sending of an issuer's deliveries until the transaction ends. */
export const lockSpfeIssuer: Statement<
  [organizationId: number | bigint, issuerNif: string, activeLineage: string | null],
  LockSpfeIssuerRow
> = statement('lockSpfeIssuer');

export type ListLapsedSpfeRequestsRow = {
  readonly id: number;
  readonly service: SpfeService;
  readonly sendingUntil: number;
};

/** Lists requests without an answer whose lease has ended, except lists. */
export const listLapsedSpfeRequests: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  ListLapsedSpfeRequestsRow
> = statement('listLapsedSpfeRequests');

export type CountSpfeSendingRow = {
  readonly ofIssuer: number;
  readonly ofOrganization: number;
};

/** Counts the requests that are under way now. */
export const countSpfeSending: Statement<
  [organizationId: number | bigint, issuerNif: string, now: Date],
  CountSpfeSendingRow
> = statement('countSpfeSending');

export type TakeUncertainSpfeRow = {
  readonly invoiceId: number;
  readonly version: number | null;
  readonly messageId: number | null;
};

/**
 * Locks deliveries and messages that AEAT is asked about before they are sent again: one for each invoice, its delivery first, up to a size of the
 * deliveries.
 */
export const takeUncertainSpfe: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    now: Date,
    most: number | bigint,
    mostBytes: number | bigint,
  ],
  TakeUncertainSpfeRow
> = statement('takeUncertainSpfe');

export type TakeSpfeMessagesRow = {
  readonly messageId: number;
  readonly invoiceId: number;
};

/**
 * Marks messages of some kinds as sent, one for each invoice that the SPFE has, in the order in which they were requested. One that was in two
 * requests that were refused as a whole is sent alone. A withdrawal marks its delivery, too.
 */
export const takeSpfeMessages: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    now: Date,
    most: number | bigint,
    kinds: readonly string[] | EncodedArray<string>,
  ],
  TakeSpfeMessagesRow
> = statement('takeSpfeMessages');

export type TakeSpfeDeliveriesRow = {
  readonly invoiceId: number;
  readonly version: number;
  readonly state: SpfeState;
};

/**
 * Marks deliveries of one kind, originals or copies, as sent, up to a size, those that have waited longest first. One that was in two requests that
 * were refused as a whole is sent alone. One whose invoice is annulled is held, unless somebody ordered afterwards that it is sent.
 */
export const takeSpfeDeliveries: Statement<
  Parameters<typeof takeUncertainSpfe>,
  TakeSpfeDeliveriesRow
> = statement('takeSpfeDeliveries');

export type InsertSpfeRequestRow = {
  readonly id: number;
};

/** Inserts a request with its members. */
export const insertSpfeRequest: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    service: string,
    createdAt: Date,
    sendingUntil: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    versions: readonly (number | null)[] | EncodedArray<number | null>,
    messageIds: readonly (number | bigint | null)[] | EncodedArray<number | bigint | null>,
  ],
  InsertSpfeRequestRow
> = statement('insertSpfeRequest');

export type ListSpfeMembersRow = {
  readonly ordinal: number;
  readonly invoiceId: number;
  readonly issuerNif: string;
  readonly number: string;
  readonly issueDate: string;
  readonly issuerName: string;
  readonly version: number | null;
  readonly isCopy: boolean | null;
  readonly sha256: Buffer | null;
  readonly messageId: number | null;
  readonly kind: SpfeMessageKind | null;
  readonly effectiveOn: string | null;
  readonly dueOn: string | null;
  readonly isFinanced: boolean | null;
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
  readonly faults: number | null;
  readonly code: string | null;
  readonly sentAt: number | null;
  readonly csvs: readonly (string | null)[];
  readonly localizadors: readonly (string | null)[];
  readonly admittedCsv: string | null;
  readonly acceptedBefore: number;
};

/**
 * Lists the members of a request without an answer: by what AEAT identifies them, what they say, and what earlier requests with them tell. The end of
 * the last request that sent one is null if none did. The CSV is that of the last version that AEAT admitted; messages of the kind count since then.
 */
export const listSpfeMembers: Statement<[requestId: number | bigint], ListSpfeMembersRow> =
  statement('listSpfeMembers');

export type ListSpfeContentsRow = {
  readonly invoiceId: number;
  readonly content: Buffer;
  readonly sha256: Buffer;
};

/** Returns the contents of the deliveries in a request, in the order of its members. */
export const listSpfeContents: Statement<[requestId: number | bigint], ListSpfeContentsRow> =
  statement('listSpfeContents');

/** Stores what a request sends, before it is sent. */
export const keepSpfeBody: Statement<
  [requestId: number | bigint, body: Uint8Array | null, sha256: Uint8Array],
  NoColumns
> = statement('keepSpfeBody');

/** Stores what AEAT answered, before anything follows from it. Updates no row if another worker ended the request meanwhile. */
export const keepSpfeAnswer: Statement<
  [
    requestId: number | bigint,
    code: string | null,
    message: string | null,
    csv: string | null,
    answer: Uint8Array | null,
    answerSha256: Uint8Array | null,
  ],
  NoColumns
> = statement('keepSpfeAnswer');

export type LockSpfeRequestRow = {
  readonly id: number;
};

/** Locks a request that has not ended. Returns no row if it has. */
export const lockSpfeRequest: Statement<[requestId: number | bigint], LockSpfeRequestRow> =
  statement('lockSpfeRequest');

/** Stores what became of the members of a request. */
export const settleSpfeMembers: Statement<
  [
    requestId: number | bigint,
    now: Date,
    ordinals: readonly number[] | EncodedArray<number>,
    verdicts: readonly string[] | EncodedArray<string>,
    codes: readonly (string | null)[] | EncodedArray<string | null>,
    messages: readonly (string | null)[] | EncodedArray<string | null>,
    localizadors: readonly (string | null)[] | EncodedArray<string | null>,
  ],
  NoColumns
> = statement('settleSpfeMembers');

/**
 * Moves deliveries to the states that follow from an answer. One that would wait although its invoice was annulled is held,
 * unless somebody ordered afterwards that it is sent.
 */
export const settleSpfeDeliveries: Statement<
  [
    now: Date,
    invoiceIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    states: readonly string[] | EncodedArray<string>,
    csvs: readonly (string | null)[] | EncodedArray<string | null>,
    localizadors: readonly (string | null)[] | EncodedArray<string | null>,
    codes: readonly (string | null)[] | EncodedArray<string | null>,
    messages: readonly (string | null)[] | EncodedArray<string | null>,
    faults: readonly number[] | EncodedArray<number>,
    notBefore: readonly (Date | null)[] | EncodedArray<Date | null>,
  ],
  NoColumns
> = statement('settleSpfeDeliveries');

/** Moves messages to the states that follow from an answer, and deliveries with the answer to their withdrawal. */
export const settleSpfeMessages: Statement<
  [
    now: Date,
    messageIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    states: readonly string[] | EncodedArray<string>,
    csvs: readonly (string | null)[] | EncodedArray<string | null>,
    codes: readonly (string | null)[] | EncodedArray<string | null>,
    messages: readonly (string | null)[] | EncodedArray<string | null>,
    faults: readonly number[] | EncodedArray<number>,
    notBefore: readonly (Date | null)[] | EncodedArray<Date | null>,
  ],
  NoColumns
> = statement('settleSpfeMessages');

/** Ends a request whose members are answered, or that has none. The code and the text that were stored with its answer remain. */
export const endSpfeRequest: Statement<
  [requestId: number | bigint, now: Date, outcome: string, code: string | null, message: string | null],
  NoColumns
> = statement('endSpfeRequest');

/** Sets when the next request of an issuer may be sent. A halt that another worker caused remains. */
export const settleSpfeIssuer: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    failures: number,
    nextAllowedAt: Date | null,
    now: Date,
    haltedReason: string | null,
  ],
  NoColumns
> = statement('settleSpfeIssuer');

/** Notes answers about documents that were not sent. */
export const noteUnaskedSpfe: Statement<
  [
    organizationId: number | bigint,
    issuerNif: string,
    now: Date,
    issueDates: readonly string[] | EncodedArray<string>,
    numbers: readonly string[] | EncodedArray<string>,
    details: readonly string[] | EncodedArray<string>,
  ],
  NoColumns
> = statement('noteUnaskedSpfe');

export type ListDueSpfeRow = {
  readonly organizationId: number;
  readonly chainId: number;
  readonly deliveries: number;
};

/**
 * Lists issuers whose deliveries have no contents, or may be sent or looked up now, with their number up to 600, which fill more requests than an issuer
 * may have at AEAT. However many wait, it reads no more. Without a transport nothing is sent.
 */
export const listDueSpfe: Statement<[now: Date, most: number | bigint, sends: boolean], ListDueSpfeRow> =
  statement('listDueSpfe');
