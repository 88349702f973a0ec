import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { SII_STATES, type SiiState } from '../../../contracts/registers.ts';
import { PaymentRow } from './payment-rows.ts';
import { SiiEntryRow } from './register-rows.ts';
import { SiiMessageRow } from './sii-rows.ts';
import { listCodes } from './list-codes.ts';

/** A payment that AEAT is told as a collection. */
export const SiiCollectionRow = defineEntity({
  name: 'SiiCollectionRow',
  tableName: 'sii_collections',
  properties: {
    paymentId: () =>
      p
        .manyToOne(PaymentRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('payment_id'),
    organizationId: p.bigint('number'),
    issuerNif: p.string().length(9),
    issuedInvoiceId: () => p.manyToOne(SiiEntryRow).mapToPk().name('issued_invoice_id'),
    collectedOn: p.date(),
    /** In euros. */
    amount: p.decimal().precision(14).scale(2),
    means: p.string().length(2),
    account: p.string().length(34).nullable(),
    dueBy: p.date().nullable(),
    state: p.string().length(20).$type<Opt<SiiState>>().default('pending'),
    /** The message that has it, or had it last. */
    messageId: () =>
      p.manyToOne(SiiMessageRow).mapToPk().nullable().deleteRule('no action').name('message_id'),
    code: p.integer().nullable(),
    message: p.text().nullable(),
    csv: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: 'sii_collections_due_index',
      expression: `create index "sii_collections_due_index" on "sii_collections" ("organization_id", "issuer_nif", "payment_id") where state = 'pending'`,
    },
    {
      name: 'sii_collections_unanswered_index',
      expression: `create index "sii_collections_unanswered_index" on "sii_collections" ("due_by") where state in ('pending', 'sent', 'rejected')`,
    },
    {
      name: 'sii_collections_message_id_index',
      expression: `create index "sii_collections_message_id_index" on "sii_collections" ("message_id") where state = 'sent'`,
    },
    { name: 'sii_collections_issued_invoice_id_index', properties: ['issuedInvoiceId'] },
  ],
  checks: [
    { name: 'sii_collections_means_check', expression: "means in ('01', '02', '03', '04', '05')" },
    { name: 'sii_collections_state_check', expression: `state in (${listCodes(SII_STATES)})` },
    {
      name: 'sii_collections_message_check',
      expression: "state in ('pending', 'withdrawn') or message_id is not null",
    },
    {
      name: 'sii_collections_answered_check',
      expression: "state in ('pending', 'sent', 'withdrawn') or answered_at is not null",
    },
  ],
});
