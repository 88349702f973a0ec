import type { CorrectionAction } from '../../../contracts/correction-input.ts';
import { defineEntity, p } from '@mikro-orm/core';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * Corrections of issued invoices, and orders for them.
 */

/**
 * A correction that was made after issuing, with its reason. Its registration record has the number
 * `sequence` in the chain; for an invoice in SII it is a version of the entry, and both are null.
 */
export const CorrectionRow = defineEntity({
  name: 'CorrectionRow',
  tableName: 'corrections',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
    chainId: p.bigint('number').nullable(),
    sequence: p.bigint('number').nullable(),
    kind: p.string().length(12).$type<'subsanacion' | 'anulacion'>(),
    reason: p.text(),
    /** The operator who ordered it. */
    operator: p.text(),
    createdAt: p.datetime(),
    /** Of an annulment: when the PDF that states it was rendered. */
    renderedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'corrections_issued_invoice_id_index', properties: ['issuedInvoiceId'] },
    {
      name: 'corrections_unrendered_index',
      properties: ['id'],
      where: "kind = 'anulacion' and rendered_at is null",
    },
    {
      name: 'corrections_annulled_at_index',
      properties: ['organizationId', 'createdAt', 'issuedInvoiceId'],
      where: "kind = 'anulacion'",
    },
  ],
  uniques: [{ name: 'corrections_chain_id_sequence_unique', properties: ['chainId', 'sequence'] }],
  checks: [
    { name: 'corrections_kind_check', expression: "kind in ('subsanacion', 'anulacion')" },
    { name: 'corrections_place_check', expression: '(chain_id is null) = (sequence is null)' },
    { name: 'corrections_texts_check', expression: "btrim(reason) <> '' and btrim(operator) <> ''" },
  ],
});

/**
 * A correction that an operator ordered in the dashboard and that a worker carries out. An open
 * order has no outcome; it ends as done, refused or late. Append-only except for its end.
 */
export const CorrectionOrderRow = defineEntity({
  name: 'CorrectionOrderRow',
  tableName: 'correction_orders',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().deleteRule('no action').name('organization_id'),
    issuedInvoiceId: () =>
      p.manyToOne(IssuedInvoiceRow).mapToPk().deleteRule('no action').name('issued_invoice_id'),
    action: p.string().length(6).$type<CorrectionAction>(),
    isRecipientOutsideCensus: p.boolean().default(false),
    operator: p.text(),
    reason: p.text(),
    orderedAt: p.datetime().defaultRaw('now()'),
    settledAt: p.datetime().nullable(),
    /** `late`: no worker carried it out in time. */
    outcome: p.string().length(7).$type<'done' | 'refused' | 'late'>().nullable(),
    /** A sentence that describes the outcome. */
    message: p.text().nullable(),
    /** The address from which the order was given; null if it was not recorded. */
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
    { name: 'correction_orders_action_check', expression: "action in ('annul', 'resend')" },
    { name: 'correction_orders_outcome_check', expression: "outcome in ('done', 'refused', 'late')" },
    {
      name: 'correction_orders_settled_check',
      expression: '(settled_at is null) = (outcome is null) and (settled_at is null) = (message is null)',
    },
  ],
});
