import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookEvent } from '../../../contracts/webhooks.ts';

/** Something that happened to a batch or to an invoice of it; made by triggers (migrations/0008-webhooks.sql). */
export const WebhookEventRow = defineEntity({
  name: 'WebhookEventRow',
  tableName: 'webhook_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    batchId: p.bigint('number'),
    type: p.string().length(32).$type<WebhookEvent>(),
    /** The header webhook-id, the same in every try and every replay. */
    messageId: p.uuid().defaultRaw('gen_random_uuid()'),
    occurredAt: p.datetime(),
    data: p.json().columnType('json'),
  },
  indexes: [{ name: 'webhook_events_occurred_at_index', properties: ['occurredAt'] }],
  uniques: [{ name: 'webhook_events_message_id_unique', properties: ['messageId'] }],
});
