import { defineEntity, p } from '@mikro-orm/core';
import type { DeliveryOutcome, PayloadVersion, WebhookEvent } from '../../../contracts/webhooks.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * Webhook endpoints, events and deliveries.
 */

/** A URL to which an organization's events are sent, with the state of its deliveries. */
export const WebhookEndpointRow = defineEntity({
  name: 'WebhookEndpointRow',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().name('organization_id').deleteRule('no action'),
    url: p.text(),
    /** null: all types. */
    eventTypes: p.array<WebhookEvent>().columnType('text[]').nullable(),
    payloadVersion: p.smallint().$type<PayloadVersion>().default(1),
    /** Sealed with CERTIFICATE_KEY. */
    sealedSecret: p.blob().$type<Buffer>(),
    /** The previous secret, which also signs messages until `previousUntil`. */
    sealedPreviousSecret: p.blob().$type<Buffer>().nullable(),
    previousUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** When the receiver answered that the endpoint no longer exists. */
    disabledAt: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    /** The number of consecutive failures; 0 after a success. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    /** Nothing is sent before this time. */
    retryAfter: p.datetime().nullable(),
    /** A worker is sending; no other worker sends before this time. */
    leasedUntil: p.datetime().nullable(),
    /** The place among the endpoints that API keys added, from 1; null if an operator added it. */
    slot: p.smallint().nullable(),
    /** The Idempotency-Key with which an API key created it, and the hash of what it asked for. */
    creationKey: p.uuid().nullable(),
    creationSha256: p.blob().$type<Buffer>().nullable(),
  },
  indexes: [
    {
      name: 'webhook_endpoints_creation_key_unique',
      expression:
        'create unique index webhook_endpoints_creation_key_unique on webhook_endpoints (organization_id, creation_key) where creation_key is not null and removed_at is null',
    },
    {
      name: 'webhook_endpoints_slot_unique',
      expression:
        'create unique index webhook_endpoints_slot_unique on webhook_endpoints (organization_id, slot) where removed_at is null and slot is not null',
    },
    {
      name: 'webhook_endpoints_live_index',
      properties: ['organizationId'],
      where: 'removed_at is null and disabled_at is null',
    },
  ],
  checks: [
    { name: 'webhook_endpoints_payload_version_check', expression: 'payload_version in (1, 2)' },
    {
      name: 'webhook_endpoints_previous_check',
      expression: '(sealed_previous_secret is null) = (previous_until is null)',
    },
    {
      name: 'webhook_endpoints_creation_check',
      expression:
        '(creation_key is null) = (creation_sha256 is null) and (creation_sha256 is null or length(creation_sha256) = 32)',
    },
  ],
});

/**
 * An event of a batch or of one of its invoices. Triggers create it (migrations/0008-webhooks.sql).
 */
export const WebhookEventRow = defineEntity({
  name: 'WebhookEventRow',
  tableName: 'webhook_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    batchId: p.bigint('number'),
    type: p.string().length(40).$type<WebhookEvent>(),
    /** The header webhook-id, which is the same in every attempt and replay. */
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    occurredAt: p.datetime(),
    data: p.json().columnType('json'),
  },
  indexes: [{ name: 'webhook_events_occurred_at_index', properties: ['occurredAt'] }],
  uniques: [{ name: 'webhook_events_message_id_unique', properties: ['messageId'] }],
});

/**
 * The delivery of an event to an endpoint. It is open until it ends as delivered, given up or
 * dropped.
 */
export const WebhookDeliveryRow = defineEntity({
  name: 'WebhookDeliveryRow',
  tableName: 'webhook_deliveries',
  properties: {
    eventId: p.bigint('number').primary(),
    endpointId: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    batchId: p.bigint('number'),
    /** When the event occurred, or when it was requested again. */
    since: p.datetime(),
    attempts: p.integer().default(0),
    nextAttemptAt: p.datetime(),
    firstFailedAt: p.datetime().nullable(),
    lastFailure: p.text().nullable(),
    endedAt: p.datetime().nullable(),
    outcome: p.string().length(10).$type<DeliveryOutcome>().nullable(),
  },
  indexes: [
    {
      name: 'webhook_deliveries_open_index',
      properties: ['endpointId', 'batchId', 'eventId'],
      where: 'ended_at is null',
    },
    {
      name: 'webhook_deliveries_ended_at_index',
      properties: ['endedAt'],
      where: 'ended_at is not null',
    },
    {
      name: 'webhook_deliveries_given_up_index',
      properties: ['endpointId'],
      where: "outcome = 'given_up'",
    },
  ],
  checks: [
    {
      name: 'webhook_deliveries_outcome_check',
      expression: "outcome in ('delivered', 'given_up', 'dropped')",
    },
    { name: 'webhook_deliveries_ended_check', expression: '(outcome is null) = (ended_at is null)' },
  ],
});

/**
 * A public key with which the API seals the secrets of endpoints. Workers publish them
 * (src/notify/sealing-keys.ts).
 */
export const SealingKeyRow = defineEntity({
  name: 'SealingKeyRow',
  tableName: 'sealing_keys',
  properties: {
    /** The id of the CERTIFICATE_KEY from which the key is derived. */
    name: p.string().length(8).primary(),
    publicKey: p.blob(),
    publishedAt: p.datetime(),
  },
  checks: [{ name: 'sealing_keys_public_key_check', expression: 'length(public_key) = 32' }],
});
