/* Generated from events.sql and the database by `npm run sql:generate`: not written by hand. */

import { type EncodedArray, type Statement, readStatements } from '../../platform/postgres/statement.ts';
import { type ListedEvent } from '../../contracts/webhooks.ts';

const statement = readStatements(import.meta.url);

export type ListEventsRow = {
  readonly eventId: string | null;
  readonly type: ListedEvent;
  readonly batchId: number;
  readonly id: number;
  readonly at: number;
  readonly data: string | null;
};

/**
 * Lists what happened to the batches and invoices of an organization before a position, newest
 * first, with the data that webhooks have. The position is a time in microseconds and an id among
 * the events of that time. Each source contributes as many rows as are asked for, and all rows with
 * the time of its last one. A row that is no event is listed for its position only.
 */
export const listEvents: Statement<
  [
    organizationId: number | bigint,
    beforeAt: number | bigint,
    beforeId: number | bigint,
    from: Date,
    types: readonly string[] | EncodedArray<string>,
    most: number,
  ],
  ListEventsRow
> = statement('listEvents');

export type ReplayEventsRow = {
  readonly outcome: 'done' | 'forbidden' | 'unknown' | 'disabled' | 'full';
  readonly queued: number;
};

/** Sends listed events to an endpoint of an API key, and records the act. */
export const replayEvents: Statement<
  [
    tokenHash: Uint8Array,
    now: Date,
    id: number | bigint,
    again: boolean,
    mostWaiting: number,
    eventIds: readonly string[] | EncodedArray<string>,
    batchIds: readonly (number | bigint)[] | EncodedArray<number | bigint>,
    types: readonly string[] | EncodedArray<string>,
    times: readonly Date[] | EncodedArray<Date>,
    bodies: readonly string[] | EncodedArray<string>,
  ],
  ReplayEventsRow
> = statement('replayEvents');
