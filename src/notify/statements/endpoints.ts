import { LockMode, sql } from '@mikro-orm/core';
import type { DeliveryOutcome, PayloadVersion, WebhookEvent } from '../../contracts/webhooks.ts';
import type { EntityManager } from '../../platform/postgres/open-database.ts';
import {
  WebhookDeliveryRow,
  WebhookEndpointRow,
  WebhookEventRow,
} from '../../platform/postgres/rows/webhook-rows.ts';

/*
 * Statements of the commands about webhook endpoints and their deliveries. Times are milliseconds
 * since 1970.
 */

export type NewEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  /** null: all types. */
  readonly eventTypes: readonly WebhookEvent[] | null;
  readonly payloadVersion: PayloadVersion;
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
};

/**
 * Stores an endpoint.
 * @returns its id.
 */
export async function insertEndpoint(em: EntityManager, endpoint: NewEndpoint): Promise<number> {
  const { eventTypes, ...values } = endpoint;
  const types = eventTypes === null ? null : [...eventTypes];
  // PostgreSQL's bigint is returned as text.
  return Number(await em.insert(WebhookEndpointRow, { ...values, eventTypes: types }));
}

export type EndpointSummary = {
  readonly id: number;
  readonly organizationId: number;
  readonly url: string;
  readonly eventTypes: readonly WebhookEvent[] | null;
  readonly payloadVersion: PayloadVersion;
  /** null: never. The same applies to the next two values. */
  readonly previousUntil: number | null;
  readonly disabledAt: number | null;
  readonly failingSince: number | null;
  readonly failures: number;
  readonly waiting: number;
  readonly givenUp: number;
};

/** Lists the endpoints that were not removed, of one organization or (null) of all. */
export async function listEndpoints(
  em: EntityManager,
  organizationId: number | null,
): Promise<EndpointSummary[]> {
  const endpoints = await em.find(
    WebhookEndpointRow,
    { removedAt: null, ...(organizationId !== null && { organizationId }) },
    { orderBy: { id: 'asc' } },
  );
  const endpointId = { $in: endpoints.map(({ id }) => id) };
  const waiting = await em.countBy(WebhookDeliveryRow, 'endpointId', {
    where: { endpointId, endedAt: null },
  });
  const givenUp = await em.countBy(WebhookDeliveryRow, 'endpointId', {
    where: { endpointId, outcome: 'given_up' },
  });
  return endpoints.map((endpoint) => ({
    id: endpoint.id,
    organizationId: endpoint.organizationId,
    url: endpoint.url,
    eventTypes: endpoint.eventTypes ?? null,
    payloadVersion: endpoint.payloadVersion,
    previousUntil: endpoint.previousUntil?.getTime() ?? null,
    disabledAt: endpoint.disabledAt?.getTime() ?? null,
    failingSince: endpoint.failingSince?.getTime() ?? null,
    failures: endpoint.failures,
    waiting: waiting[endpoint.id] ?? 0,
    givenUp: givenUp[endpoint.id] ?? 0,
  }));
}

export type LockedEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly isDisabled: boolean;
};

/**
 * Locks an endpoint that was not removed until the transaction ends. Returns null if there is none.
 */
export async function lockEndpoint(em: EntityManager, id: number): Promise<LockedEndpoint | null> {
  const found = await em.findOne(
    WebhookEndpointRow,
    { id, removedAt: null },
    { lockMode: LockMode.PESSIMISTIC_WRITE },
  );
  if (found === null) return null;
  const { organizationId, url, sealedSecret, sealedPreviousSecret, disabledAt } = found;
  return {
    organizationId,
    url,
    sealedSecret,
    sealedPreviousSecret: sealedPreviousSecret ?? null,
    isDisabled: Boolean(disabledAt),
  };
}

export type SealedEndpoint = Pick<LockedEndpoint, 'organizationId' | 'url' | 'sealedSecret'> & {
  readonly id: number;
};

/** Reads the sealed secrets of all endpoints that were not removed. */
export function readSealedSecrets(em: EntityManager): Promise<SealedEndpoint[]> {
  return em.find(
    WebhookEndpointRow,
    { removedAt: null },
    { fields: ['organizationId', 'url', 'sealedSecret'], orderBy: { id: 'asc' } },
  );
}

/** Replaces the secret of an endpoint. The previous secret, if any, also signs until its end. */
export async function replaceSecrets(
  em: EntityManager,
  id: number,
  sealedSecret: Buffer,
  previous: { readonly sealed: Buffer; readonly until: Date } | null,
): Promise<void> {
  const secrets = {
    sealedSecret,
    sealedPreviousSecret: previous?.sealed ?? null,
    previousUntil: previous?.until ?? null,
  };
  await em.nativeUpdate(WebhookEndpointRow, { id }, secrets);
}

/** Replaces the sealed secrets of an endpoint with the same secrets, sealed with another key. */
export async function resealSecrets(
  em: EntityManager,
  id: number,
  sealedSecret: Buffer,
  sealedPreviousSecret: Buffer | null,
): Promise<void> {
  await em.nativeUpdate(WebhookEndpointRow, { id }, { sealedSecret, sealedPreviousSecret });
}

/**
 * Removes an endpoint with its secrets and drops its waiting events.
 * @returns the number of dropped events.
 */
export async function removeEndpoint(em: EntityManager, id: number, now: Date): Promise<number> {
  await em.nativeUpdate(
    WebhookEndpointRow,
    { id },
    { removedAt: now, sealedSecret: Buffer.alloc(0), sealedPreviousSecret: null, previousUntil: null },
  );
  return em.nativeUpdate(
    WebhookDeliveryRow,
    { endpointId: id, endedAt: null },
    { endedAt: now, outcome: 'dropped', lastFailure: 'the endpoint was removed' },
  );
}

/** Enables an endpoint, ends its pause and resets its failures. */
export async function wakeEndpoint(em: EntityManager, id: number): Promise<void> {
  const awake = { disabledAt: null, failures: 0, failingSince: null, retryAfter: null };
  await em.nativeUpdate(WebhookEndpointRow, { id }, awake);
}

export type ReplayFilter = {
  /** null: any. */
  readonly messageId: string | null;
  /** Whether only events that were not delivered are included. */
  readonly failedOnly: boolean;
  readonly since: Date | null;
};

/**
 * Reopens ended deliveries, by the clock of the database.
 * @returns their number.
 */
export function reopenDeliveries(
  em: EntityManager,
  endpointId: number,
  { messageId, failedOnly, since }: ReplayFilter,
): Promise<number> {
  const events = em
    .createQueryBuilder(WebhookEventRow)
    .select('id')
    .where({
      ...(messageId !== null && { messageId }),
      ...(since !== null && { occurredAt: { $gte: since } }),
    });
  const isAnyEvent = messageId === null && since === null;
  return em.nativeUpdate(
    WebhookDeliveryRow,
    {
      endpointId,
      endedAt: { $ne: null },
      ...(failedOnly && { outcome: { $ne: 'delivered' } }),
      ...(!isAnyEvent && { eventId: { $in: events.toRaw() } }),
    },
    {
      since: sql.now(),
      attempts: 0,
      nextAttemptAt: sql.now(),
      firstFailedAt: null,
      endedAt: null,
      outcome: null,
    },
  );
}

export type DeliverySummary = {
  readonly messageId: string;
  readonly type: WebhookEvent;
  readonly endpointId: number;
  readonly organizationId: number;
  readonly batchId: number;
  readonly occurredAt: number;
  readonly attempts: number;
  /** null: it waits. */
  readonly outcome: DeliveryOutcome | null;
  readonly endedAt: number | null;
  readonly nextAttemptAt: number;
  readonly lastFailure: string | null;
};

/**
 * Lists deliveries, newest events first.
 * @param failedOnly only deliveries whose last attempt failed or that ended undelivered.
 */
export async function listDeliveries(
  em: EntityManager,
  filter: {
    readonly organizationId: number | null;
    readonly endpointId: number | null;
    readonly failedOnly: boolean;
    readonly most: number;
  },
): Promise<DeliverySummary[]> {
  const { organizationId, endpointId, failedOnly, most } = filter;
  const didNotArrive = [
    { outcome: { $in: ['given_up', 'dropped'] as const } },
    { outcome: null, lastFailure: { $ne: null } },
  ];
  const deliveries = await em.find(
    WebhookDeliveryRow,
    {
      ...(organizationId !== null && { organizationId }),
      ...(endpointId !== null && { endpointId }),
      ...(failedOnly && { $or: didNotArrive }),
    },
    { orderBy: [{ eventId: 'desc' }, { endpointId: 'asc' }], limit: most },
  );
  const ids = deliveries.map(({ eventId }) => eventId);
  const events = await em.find(
    WebhookEventRow,
    { id: { $in: ids } },
    { fields: ['type', 'messageId', 'occurredAt'] },
  );
  const eventOf = new Map(events.map((event) => [event.id, event]));
  return deliveries.flatMap((delivery) => {
    const event = eventOf.get(delivery.eventId);
    if (event === undefined) return [];
    return [
      {
        messageId: event.messageId,
        type: event.type,
        occurredAt: event.occurredAt.getTime(),
        endpointId: delivery.endpointId,
        organizationId: delivery.organizationId,
        batchId: delivery.batchId,
        attempts: delivery.attempts,
        outcome: delivery.outcome ?? null,
        endedAt: delivery.endedAt?.getTime() ?? null,
        nextAttemptAt: delivery.nextAttemptAt.getTime(),
        lastFailure: delivery.lastFailure ?? null,
      },
    ];
  });
}
