import { defineEntity, p } from '@mikro-orm/core';
import { IssuedInvoiceRow } from './issued-invoice-row.ts';
import { OrganizationRow } from './organization-row.ts';

/** A correction that an operator ordered in the dashboard, for a worker to carry out. Append-only, but for its end. */
export const CorrectionOrderRow = defineEntity({
  name: 'CorrectionOrderRow',
  tableName: 'correction_orders',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().deleteRule('no action').name('organization_id'),
    issuedInvoiceId: () =>
      p.manyToOne(IssuedInvoiceRow).mapToPk().deleteRule('no action').name('issued_invoice_id'),
    wish: p.string().length(6).$type<'annul' | 'resend'>(),
    isRecipientOutsideCensus: p.boolean().default(false),
    operator: p.text(),
    reason: p.text(),
    orderedAt: p.datetime().defaultRaw('now()'),
    settledAt: p.datetime().nullable(),
    /** `late`: no worker came by in time. */
    outcome: p.string().length(7).$type<'done' | 'refused' | 'late'>().nullable(),
    /** In a sentence. */
    told: p.text().nullable(),
    /** Address that it was given from; null of those that are older than that it is asked. */
    client: p.text().nullable(),
  },
  indexes: [
    {
      name: 'correction_orders_open_unique',
      expression:
        'create unique index correction_orders_open_unique on correction_orders (issued_invoice_id) where settled_at is null',
    },
  ],
  checks: [
    { name: 'correction_orders_wish_check', expression: "wish in ('annul', 'resend')" },
    { name: 'correction_orders_outcome_check', expression: "outcome in ('done', 'refused', 'late')" },
    {
      name: 'correction_orders_settled_check',
      expression: '(settled_at is null) = (outcome is null) and (settled_at is null) = (told is null)',
    },
  ],
});
