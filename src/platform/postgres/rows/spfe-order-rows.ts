import { defineEntity, p } from '@mikro-orm/core';
import {
  SPFE_EVENT_KINDS,
  SPFE_FACTS,
  SPFE_ORDERS,
  type SpfeEventKind,
  type SpfeFact,
  type SpfeOrder,
} from '../../../contracts/spfe.ts';
import { listCodes } from './list-codes.ts';
import { SpfeDeliveryRow } from './spfe-rows.ts';

/*
 * What people order about deliveries to the SPFE, and what happened to deliveries.
 */

/** What somebody ordered about a delivery: its withdrawal, another version, a fact that was missing, or the report of a default. Append-only. */
export const SpfeOrderRow = defineEntity({
  name: 'SpfeOrderRow',
  tableName: 'spfe_orders',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: () => p.manyToOne(SpfeDeliveryRow).mapToPk().name('issued_invoice_id'),
    action: p.string().length(8).$type<SpfeOrder>(),
    /** The version of the delivery that it orders; null if it orders none. It is written after the order. */
    version: p.integer().nullable(),
    /** The fact that it states. */
    fact: p.string().length(22).$type<SpfeFact>().nullable(),
    isSo: p.boolean().nullable(),
    reason: p.text().nullable(),
    /** The Idempotency-Key of the request, and SHA-256 of what it asked for. */
    requestKey: p.uuid().nullable(),
    sha256: p.blob().$type<Buffer>().nullable(),
    orderedBy: p.text(),
    orderedAt: p.datetime(),
  },
  indexes: [
    {
      name: 'spfe_orders_request_key_unique',
      expression: `create unique index "spfe_orders_request_key_unique" on "spfe_orders" ("organization_id", "request_key") where request_key is not null`,
    },
    {
      name: 'spfe_orders_version_unique',
      expression: `create unique index "spfe_orders_version_unique" on "spfe_orders" ("issued_invoice_id", "version") where version is not null`,
    },
    { name: 'spfe_orders_issued_invoice_id_index', properties: ['issuedInvoiceId', 'id'] },
  ],
  checks: [
    { name: 'spfe_orders_action_check', expression: `action in (${listCodes(SPFE_ORDERS)})` },
    {
      name: 'spfe_orders_fact_check',
      expression: `(action = 'facts') = (fact is not null) and (fact is null) = (is_so is null) and fact in (${listCodes(SPFE_FACTS)})`,
    },
    { name: 'spfe_orders_request_check', expression: `(request_key is null) = (sha256 is null)` },
    { name: 'spfe_orders_sha256_check', expression: `length(sha256) = 32` },
  ],
});

/** What happened to a delivery: each transition of which clients are told, once. Append-only. */
export const SpfeEventRow = defineEntity({
  name: 'SpfeEventRow',
  tableName: 'spfe_events',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: () => p.manyToOne(SpfeDeliveryRow).mapToPk().name('issued_invoice_id'),
    kind: p.string().length(21).$type<SpfeEventKind>(),
    occurredAt: p.datetime(),
    /** What the event says beside the invoice. */
    details: p.json<Readonly<Record<string, unknown>>>(),
  },
  indexes: [{ name: 'spfe_events_occurred_at_index', properties: ['organizationId', 'occurredAt', 'id'] }],
  checks: [{ name: 'spfe_events_kind_check', expression: `kind in (${listCodes(SPFE_EVENT_KINDS)})` }],
});
