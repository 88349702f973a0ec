/* Generated from webhooks.sql and the database by `npm run sql:generate`: not written by hand. */

import {
  type EncodedArray,
  type NoColumns,
  type Statement,
  readStatements,
} from '../../platform/postgres/statement.ts';
import { type PayloadVersion, type WebhookEvent } from '../../contracts/webhooks.ts';

const statement = readStatements(import.meta.url);

export type ClaimEndpointRow = {
  readonly organizationId: number;
  readonly url: string;
  readonly payloadVersion: PayloadVersion;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly failures: number;
};

/**
 * Leases an endpoint until a given time. No wait and no lease lasts a day: a later time was stored
 * while the clock of the database was ahead, and counts as over. Returns no row if another worker
 * has leased the endpoint, or if it is backing off, disabled or removed.
 */
export const claimEndpoint: Statement<
  [endpointId: number | bigint, now: Date, until: Date],
  ClaimEndpointRow
> = statement('claimEndpoint');

export type CountFailingEndpointsRow = {
  readonly failing: number;
};

/** Counts the endpoints that are failing or disabled. */
export const countFailingEndpoints: Statement<[], CountFailingEndpointsRow> =
  statement('countFailingEndpoints');

/** Disables an endpoint whose receiver answered 410 Gone, and drops the deliveries that wait for it. */
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

/** Records that an event was delivered, and returns the next event of its batch. */
export const endDelivery: Statement<
  [endpointId: number | bigint, eventId: number | bigint, now: Date, batchId: number | bigint],
  EndDeliveryRow
> = statement('endDelivery');

/**
 * Gives up events that have waited since before a given time, at an endpoint that has been failing
 * since before it, even if they were never attempted. Attempting them one by one would take months.
 */
export const giveUpOld: Statement<
  [endpointId: number | bigint, now: Date, before: Date, most: number | bigint],
  NoColumns
> = statement('giveUpOld');

export type ListDueEndpointsRow = {
  readonly endpointId: number;
  readonly organizationId: number;
};

/** Lists endpoints that have events to deliver now and that no worker has leased. */
export const listDueEndpoints: Statement<
  [now: Date, most: number | bigint, after: number | bigint],
  ListDueEndpointsRow
> = statement('listDueEndpoints');

export type ListDueHeadsRow = EndDeliveryRow;

/**
 * Lists the first open event of each batch if it is due. It needs one index lookup per batch,
 * however many events wait after it.
 */
export const listDueHeads: Statement<
  [endpointId: number | bigint, now: Date, most: number | bigint],
  ListDueHeadsRow
> = statement('listDueHeads');

/** Records that the delivery of an event failed. */
export const recordJobFailure: Statement<
  [endpointId: number | bigint, eventId: number | bigint, now: Date, next: Date | null, why: string],
  NoColumns
> = statement('recordJobFailure');

/** Sets the backoff of an endpoint after a failure. */
export const recordRest: Statement<
  [endpointId: number | bigint, now: Date, until: Date, failures: number],
  NoColumns
> = statement('recordRest');

/** Records that a failing endpoint works again. */
export const recordSuccess: Statement<[endpointId: number | bigint], NoColumns> = statement('recordSuccess');

/** Ends the lease of an endpoint that ends at $2. A newer lease of another worker stays. */
export const releaseEndpoint: Statement<[endpointId: number | bigint, until: Date], NoColumns> =
  statement('releaseEndpoint');

/** Publishes the public key of a worker as the newest one. */
export const publishSealingKey: Statement<[name: string, publicKey: Uint8Array, now: Date], NoColumns> =
  statement('publishSealingKey');

export type FindSealingKeyRow = {
  readonly name: string;
  readonly publicKey: Buffer;
};

/** Returns the public key that was published last. */
export const findSealingKey: Statement<[], FindSealingKeyRow> = statement('findSealingKey');

export type ListOwnEndpointsRow = {
  readonly id: number;
  readonly url: string;
  readonly event_types: WebhookEvent[] | null;
  readonly payload_version: PayloadVersion;
  readonly enabled: boolean;
  readonly created_at: string;
  readonly previous_secret_until: string | null;
  readonly failing_since: string | null;
  readonly waiting_events: number;
  readonly last_failure: string | null;
};

/**
 * Lists the webhook endpoints of an organization that were not removed, or one of them. Counts at
 * most a thousand waiting events. Of an endpoint that its receiver's 410 disabled, the last failure is
 * that of the events that were dropped then.
 */
export const listOwnEndpoints: Statement<
  [organizationId: number | bigint, id: number | bigint | null],
  ListOwnEndpointsRow
> = statement('listOwnEndpoints');

export type CreateOwnEndpointRow = {
  readonly outcome: 'done' | 'known' | 'reused' | 'forbidden' | 'many';
  readonly id: number | null;
};

/** Adds an endpoint for an API key, once for each Idempotency-Key, and records the act. */
export const createOwnEndpoint: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    url: string,
    host: string,
    eventTypes: readonly string[] | EncodedArray<string> | null,
    payloadVersion: number,
    sealedSecret: Uint8Array,
    most: number,
    key: string | null,
  ],
  CreateOwnEndpointRow
> = statement('createOwnEndpoint');

export type ChangeOwnEndpointRow = {
  readonly outcome: 'done' | 'forbidden' | 'unknown';
};

/** Changes an endpoint for an API key, and records the acts. */
export const changeOwnEndpoint: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    id: number | bigint,
    hasEventTypes: boolean,
    eventTypes: readonly string[] | EncodedArray<string> | null,
    isEnabled: boolean | null,
    sealedSecret: Uint8Array | null,
    previousUntil: Date | null,
    payloadVersion: number | null,
  ],
  ChangeOwnEndpointRow
> = statement('changeOwnEndpoint');

export type RemoveOwnEndpointRow = {
  readonly outcome: 'done' | 'forbidden' | 'unknown';
};

/** Removes an endpoint for an API key, and records the act. */
export const removeOwnEndpoint: Statement<
  [tokenHash: Uint8Array, now: Date, id: number | bigint],
  RemoveOwnEndpointRow
> = statement('removeOwnEndpoint');

export type SendOwnTestRow = {
  readonly outcome: 'done' | 'forbidden' | 'unknown' | 'disabled' | 'waiting';
  readonly messageId: string | null;
};

/** Creates a test event for an endpoint of an API key, and records the act. */
export const sendOwnTest: Statement<[tokenHash: Uint8Array, now: Date, id: number | bigint], SendOwnTestRow> =
  statement('sendOwnTest');
