import { defineEntity, p } from '@mikro-orm/core';
import type { WebhookEvent } from '../../../contracts/webhooks.ts';
import { OrganizationRow } from './organization-row.ts';

/** Where an organization is told of what happens, and how that goes. */
export const WebhookEndpointRow = defineEntity({
  name: 'WebhookEndpointRow',
  tableName: 'webhook_endpoints',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().name('organization_id').deleteRule('no action'),
    url: p.text(),
    /** null: all. */
    eventTypes: p.array<WebhookEvent>().columnType('text[]').nullable(),
    /** Sealed under CERTIFICATE_KEY. */
    sealedSecret: p.blob().$type<Buffer>(),
    /** Heartbeats besides, until `previousUntil`. */
    sealedPreviousSecret: p.blob().$type<Buffer>().nullable(),
    previousUntil: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** The receiver said that it is gone. */
    disabledAt: p.datetime().nullable(),
    removedAt: p.datetime().nullable(),
    /** In a row; 0 after a success. */
    failures: p.integer().default(0),
    failingSince: p.datetime().nullable(),
    /** Nothing is sent before. */
    restsUntil: p.datetime().nullable(),
    /** A worker sends, and no other one until then. */
    leasedUntil: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'webhook_endpoints_live_index',
      properties: ['organizationId'],
      where: 'removed_at is null and disabled_at is null',
    },
  ],
  checks: [
    {
      name: 'webhook_endpoints_previous_check',
      expression: '(sealed_previous_secret is null) = (previous_until is null)',
    },
  ],
});
