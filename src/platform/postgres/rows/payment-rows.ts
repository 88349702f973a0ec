import { defineEntity, p } from '@mikro-orm/core';
import type { RecordedMeans } from '../../../contracts/codes.ts';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { OrganizationRow } from './organization-rows.ts';

/** A request that recorded payments, by its Idempotency-Key. */
export const PaymentRequestRow = defineEntity({
  name: 'PaymentRequestRow',
  tableName: 'payment_requests',
  properties: {
    organizationId: () =>
      p
        .manyToOne(OrganizationRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('organization_id'),
    key: p.uuid().primary(),
    sha256: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
  },
  checks: [{ name: 'payment_requests_sha256_check', expression: 'length(sha256) = 32' }],
});

/** A payment of an issued invoice, or its counter-entry. Append-only. */
export const PaymentRow = defineEntity({
  name: 'PaymentRow',
  tableName: 'payments',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuedInvoiceId: () => p.manyToOne(IssuedInvoiceRow).mapToPk().name('issued_invoice_id'),
    /** The place among the payments of the invoice, from 1. */
    ordinal: p.integer(),
    paidOn: p.date(),
    amount: p.decimal().precision(14).scale(2),
    currency: p.string().length(3),
    means: p.string().length(20).$type<RecordedMeans>(),
    account: p.string().length(34).nullable(),
    /** What is left to pay after it. */
    outstanding: p.decimal().precision(14).scale(2),
    /** What AEAT's public solution is told with the collection; null if it was not stated. */
    goodsReceivedOn: p.date().nullable(),
    invoiceReceivedOn: p.date().nullable(),
    isFinanced: p.boolean().nullable(),
    /** The payment that a counter-entry cancels. */
    reversesId: p.bigint('number').nullable(),
    requestKey: p.uuid().nullable(),
    requestPlace: p.smallint().nullable(),
    recordedBy: p.text(),
    recordedAt: p.datetime(),
  },
  indexes: [
    { name: 'payments_organization_id_index', properties: ['organizationId', 'id'] },
    { name: 'payments_recorded_at_index', properties: ['organizationId', 'recordedAt', 'id'] },
  ],
  uniques: [
    { name: 'payments_ordinal_unique', properties: ['issuedInvoiceId', 'ordinal'] },
    { name: 'payments_reverses_id_unique', properties: ['reversesId'] },
    { name: 'payments_request_unique', properties: ['organizationId', 'requestKey', 'requestPlace'] },
  ],
  checks: [
    { name: 'payments_ordinal_check', expression: 'ordinal >= 1 and ordinal <= 1000' },
    { name: 'payments_amount_check', expression: 'amount <> 0' },
    {
      name: 'payments_request_check',
      expression:
        '(reverses_id is null) = (request_key is not null) and (request_key is null) = (request_place is null)',
    },
    {
      name: 'payments_facts_check',
      expression:
        'reverses_id is null or (goods_received_on is null and invoice_received_on is null and is_financed is null)',
    },
  ],
});
