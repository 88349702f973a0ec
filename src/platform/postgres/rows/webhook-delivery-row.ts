import { defineEntity, p } from '@mikro-orm/core';
import type { DeliveryOutcome } from '../../../contracts/webhooks.ts';

/** An event that an endpoint is to be told of. */
export const WebhookDeliveryRow = defineEntity({
  name: 'WebhookDeliveryRow',
  tableName: 'webhook_deliveries',
  properties: {
    eventId: p.bigint('number').primary(),
    endpointId: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    batchId: p.bigint('number'),
    /** When it happened, or was asked for again. */
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
