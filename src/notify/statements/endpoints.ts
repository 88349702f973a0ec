import type { DeliveryOutcome, WebhookEvent } from '../../contracts/webhooks.ts';
import type { Connection } from '../../platform/postgres/database.ts';

/* What the commands do with endpoints. Their statements run seldom, and beside their acts. */

export type NewEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  /** null: all. */
  readonly eventTypes: readonly WebhookEvent[] | null;
  readonly sealedSecret: Buffer;
  readonly createdAt: Date;
};

/** Stores an endpoint. @returns its id. */
export async function insertEndpoint(connection: Connection, endpoint: NewEndpoint): Promise<number> {
  const { rows } = await connection.query<{ id: number }>(
    `insert into webhook_endpoints (organization_id, url, event_types, sealed_secret, created_at)
     values ($1, $2, $3, $4, $5) returning id::float8 as id`,
    [endpoint.organizationId, endpoint.url, endpoint.eventTypes, endpoint.sealedSecret, endpoint.createdAt],
  );
  return rows[0]!.id;
}

export type EndpointSummary = {
  readonly id: number;
  readonly organizationId: number;
  readonly url: string;
  readonly eventTypes: readonly WebhookEvent[] | null;
  /** Milliseconds since 1970, as the others; null: never. */
  readonly previousUntil: number | null;
  readonly disabledAt: number | null;
  readonly failingSince: number | null;
  readonly failures: number;
  readonly waiting: number;
  readonly givenUp: number;
};

const inMs = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;

/** The endpoints that were not removed, of an organization or (null) of all. */
export async function listEndpoints(
  connection: Connection,
  organizationId: number | null,
): Promise<EndpointSummary[]> {
  const { rows } = await connection.query<EndpointSummary>(
    `select e.id::float8 as id, e.organization_id::float8 as "organizationId", e.url, e.event_types as "eventTypes",
            ${inMs('e.previous_until')} as "previousUntil", ${inMs('e.disabled_at')} as "disabledAt",
            ${inMs('e.failing_since')} as "failingSince", e.failures,
            (select count(*)::float8 from webhook_deliveries d where d.endpoint_id = e.id and d.ended_at is null) as waiting,
            (select count(*)::float8 from webhook_deliveries d where d.endpoint_id = e.id and d.outcome = 'given_up') as "givenUp"
     from webhook_endpoints e
     where e.removed_at is null and ($1::bigint is null or e.organization_id = $1)
     order by e.id`,
    [organizationId],
  );
  return rows;
}

export type LockedEndpoint = {
  readonly organizationId: number;
  readonly url: string;
  readonly sealedSecret: Buffer;
  readonly sealedPreviousSecret: Buffer | null;
  readonly isDisabled: boolean;
};

/** Holds an endpoint that was not removed; null where there is none. */
export async function lockEndpoint(connection: Connection, id: number): Promise<LockedEndpoint | null> {
  const { rows } = await connection.query<LockedEndpoint>(
    `select organization_id::float8 as "organizationId", url, sealed_secret as "sealedSecret",
            sealed_previous_secret as "sealedPreviousSecret", disabled_at is not null as "isDisabled"
     from webhook_endpoints where id = $1 and removed_at is null for update`,
    [id],
  );
  return rows[0] ?? null;
}

export type SealedEndpoint = Pick<LockedEndpoint, 'organizationId' | 'url' | 'sealedSecret'> & {
  readonly id: number;
};

/** The sealed secrets of all endpoints that were not removed. */
export async function readSealedSecrets(connection: Connection): Promise<SealedEndpoint[]> {
  const { rows } = await connection.query<SealedEndpoint>(
    `select id::float8 as id, organization_id::float8 as "organizationId", url, sealed_secret as "sealedSecret"
     from webhook_endpoints where removed_at is null order by id`,
  );
  return rows;
}

/** Puts secrets in an endpoint's place; the second one signs too, until its time. */
export async function replaceSecrets(
  connection: Connection,
  id: number,
  sealedSecret: Buffer,
  previous: { readonly sealed: Buffer; readonly until: Date } | null,
): Promise<void> {
  await connection.query(
    'update webhook_endpoints set sealed_secret = $2, sealed_previous_secret = $3, previous_until = $4 where id = $1',
    [id, sealedSecret, previous?.sealed ?? null, previous?.until ?? null],
  );
}

/** Puts the same secrets in their place, sealed with another key. */
export async function resealSecrets(
  connection: Connection,
  id: number,
  sealedSecret: Buffer,
  sealedPrevious: Buffer | null,
): Promise<void> {
  await connection.query(
    'update webhook_endpoints set sealed_secret = $2, sealed_previous_secret = $3 where id = $1',
    [id, sealedSecret, sealedPrevious],
  );
}

/** Removes an endpoint with its secrets; what waits for it is dropped. @returns how many events that were. */
export async function removeEndpoint(connection: Connection, id: number, now: Date): Promise<number> {
  await connection.query(
    `update webhook_endpoints set removed_at = $2, sealed_secret = '', sealed_previous_secret = null, previous_until = null where id = $1`,
    [id, now],
  );
  const { rowCount } = await connection.query(
    `update webhook_deliveries set ended_at = $2, outcome = 'dropped', last_failure = 'the endpoint was removed'
     where endpoint_id = $1 and ended_at is null`,
    [id, now],
  );
  return rowCount ?? 0;
}

/** Lets an endpoint be sent to at once, whatever it did before. */
export async function wakeEndpoint(connection: Connection, id: number): Promise<void> {
  await connection.query(
    'update webhook_endpoints set disabled_at = null, failures = 0, failing_since = null, rests_until = null where id = $1',
    [id],
  );
}

export type ReplayFilter = {
  /** null: any. */
  readonly messageId: string | null;
  /** Only what did not arrive. */
  readonly failedOnly: boolean;
  readonly since: Date | null;
};

/** Opens deliveries anew that have ended, by the clock that workers go by. @returns how many. */
export async function reopenDeliveries(
  connection: Connection,
  endpointId: number,
  { messageId, failedOnly, since }: ReplayFilter,
): Promise<number> {
  const { rowCount } = await connection.query(
    `update webhook_deliveries d
     set since = now(), attempts = 0, next_attempt_at = now(), first_failed_at = null, ended_at = null, outcome = null
     from webhook_events v
     where v.id = d.event_id and d.endpoint_id = $1 and d.ended_at is not null
       and ($2::uuid is null or v.message_id = $2)
       and (not $3::boolean or d.outcome <> 'delivered')
       and ($4::timestamptz is null or v.occurred_at >= $4)`,
    [endpointId, messageId, failedOnly, since],
  );
  return rowCount ?? 0;
}

export type DeliverySummary = {
  readonly messageId: string;
  readonly type: WebhookEvent;
  readonly endpointId: number;
  readonly organizationId: number;
  readonly batchId: number;
  /** Milliseconds since 1970, as the others. */
  readonly occurredAt: number;
  readonly attempts: number;
  /** null: it waits. */
  readonly outcome: DeliveryOutcome | null;
  readonly endedAt: number | null;
  readonly nextAttemptAt: number;
  readonly lastFailure: string | null;
};

/** Deliveries, the newest events first. @param failedOnly those that failed last time, or did not arrive. */
export async function listDeliveries(
  connection: Connection,
  filter: {
    readonly organizationId: number | null;
    readonly endpointId: number | null;
    readonly failedOnly: boolean;
    readonly most: number;
  },
): Promise<DeliverySummary[]> {
  const { rows } = await connection.query<DeliverySummary>(
    `select v.message_id as "messageId", v.type, d.endpoint_id::float8 as "endpointId", d.organization_id::float8 as "organizationId",
            d.batch_id::float8 as "batchId", ${inMs('v.occurred_at')} as "occurredAt", d.attempts, d.outcome,
            ${inMs('d.ended_at')} as "endedAt", ${inMs('d.next_attempt_at')} as "nextAttemptAt", d.last_failure as "lastFailure"
     from webhook_deliveries d
     join webhook_events v on v.id = d.event_id
     where ($1::bigint is null or d.organization_id = $1) and ($2::bigint is null or d.endpoint_id = $2)
       and (not $3::boolean or d.outcome <> 'delivered' or d.outcome is null and d.last_failure is not null)
     order by d.event_id desc, d.endpoint_id
     limit $4`,
    [filter.organizationId, filter.endpointId, filter.failedOnly, filter.most],
  );
  return rows;
}
