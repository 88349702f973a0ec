/* Generated from webhooks.sql and the database by `npm run sql:generate`: not written by hand. */

import { type NoColumns, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type WebhookEvent } from '../../contracts/webhooks.ts';

const statement = readStatements(import.meta.url);

export type ClaimEndpointRow = {
  readonly organizationId: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly failures: number;
};

/** Claims an endpoint until a moment. It gives no row where another worker has the endpoint, or where it rests or is gone. */
export const claimEndpoint: Statement<
  [endpointId: number | bigint, now: Date, until: Date],
  ClaimEndpointRow
> = statement('claimEndpoint');

export type CountFailingEndpointsRow = {
  readonly failing: number;
};

/** Counts endpoints that failed last time, or are disabled. */
export const countFailingEndpoints: Statement<[], CountFailingEndpointsRow> =
  statement('countFailingEndpoints');

/** Disables an endpoint whose receiver said that it is gone, and drops what waits for it. */
export const disableEndpoint: Statement<[endpointId: number | bigint, now: Date], NoColumns> =
  statement('disableEndpoint');

export type EndDeliveryRow = {
  readonly eventId: number;
  readonly batchId: number;
  readonly messageId: string;
  readonly type: WebhookEvent;
  readonly occurredAt: number;
  readonly data: string;
  readonly attempts: number;
  readonly firstFailedAt: number | null;
};

/** Notes that an event was delivered, and gives the next one of its batch. */
export const endDelivery: Statement<
  [endpointId: number | bigint, eventId: number | bigint, now: Date, batchId: number | bigint],
  EndDeliveryRow
> = statement('endDelivery');

/**
 * Gives up some of the events that wait since before a moment at an endpoint that has failed since before it, whether they were tried or not:
 * one try at a time would take months.
 */
export const giveUpOld: Statement<
  [endpointId: number | bigint, now: Date, before: Date, most: number | bigint],
  NoColumns
> = statement('giveUpOld');

export type ListDueEndpointsRow = {
  readonly endpointId: number;
  readonly organizationId: number;
};

/** Lists endpoints that may be sent something now and that nobody sends to. */
export const listDueEndpoints: Statement<
  [now: Date, most: number | bigint, after: number | bigint],
  ListDueEndpointsRow
> = statement('listDueEndpoints');

export type ListDueHeadsRow = {
  readonly eventId: number;
  readonly batchId: number;
  readonly messageId: string;
  readonly type: WebhookEvent;
  readonly occurredAt: number;
  readonly data: string;
  readonly attempts: number;
  readonly firstFailedAt: number | null;
};

/** Lists the first open event of each batch, where it is due. It takes one step of the index per batch, however many events wait behind. */
export const listDueHeads: Statement<
  [endpointId: number | bigint, now: Date, most: number | bigint],
  ListDueHeadsRow
> = statement('listDueHeads');

/** Notes that an event was not delivered. */
export const recordJobFailure: Statement<
  [endpointId: number | bigint, eventId: number | bigint, now: Date, next: Date | null, why: string],
  NoColumns
> = statement('recordJobFailure');

/** Lets an endpoint rest after a failure. */
export const recordRest: Statement<
  [endpointId: number | bigint, now: Date, until: Date, failures: number],
  NoColumns
> = statement('recordRest');

/** Notes that an endpoint that failed works again. */
export const recordSuccess: Statement<[endpointId: number | bigint], NoColumns> = statement('recordSuccess');

/** Gives an endpoint back that was claimed until $2. Whoever claimed it since keeps it. */
export const releaseEndpoint: Statement<[endpointId: number | bigint, until: Date], NoColumns> =
  statement('releaseEndpoint');
