import { defineEntity, type Opt, p } from '@mikro-orm/core';
import {
  SPFE_DIFFERENCES,
  SPFE_REPORT_KINDS,
  type SpfeDifference,
  type SpfeReportKind,
} from '../../../contracts/spfe.ts';
import { OrganizationRow } from './organization-rows.ts';
import { SpfeDeliveryRow } from './spfe-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * What the SPFE tells: reports of recipients, documents that differ, and its downtimes.
 */

/** What the SPFE tells of an invoice that its recipient reported. A report that is no longer told keeps its row. */
export const SpfeRecipientReportRow = defineEntity({
  name: 'SpfeRecipientReportRow',
  tableName: 'spfe_recipient_reports',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: () => p.manyToOne(SpfeDeliveryRow).mapToPk().name('issued_invoice_id'),
    kind: p.string().length(9).$type<SpfeReportKind>(),
    effectiveOn: p.date(),
    dueOn: p.date().nullable(),
    /** Annex II, list 1: why the recipient rejected the invoice. */
    condition: p.string().length(2).nullable(),
    firstSeenAt: p.datetime(),
    goneAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spfe_recipient_reports_present_unique',
      expression: `create unique index "spfe_recipient_reports_present_unique" on "spfe_recipient_reports" ("issued_invoice_id", "kind") where gone_at is null`,
    },
    { name: 'spfe_recipient_reports_seen_index', properties: ['organizationId', 'firstSeenAt', 'id'] },
    {
      name: 'spfe_recipient_reports_newest_index',
      expression: `create index "spfe_recipient_reports_newest_index" on "spfe_recipient_reports" ("kind", "first_seen_at") where gone_at is null`,
    },
  ],
  checks: [
    { name: 'spfe_recipient_reports_kind_check', expression: `kind in (${listCodes(SPFE_REPORT_KINDS)})` },
  ],
});

/** Documents of an issuer in which the SPFE and the deliveries differ: only there, only here, or answers about documents that nobody sent. */
export const SpfeDifferenceRow = defineEntity({
  name: 'SpfeDifferenceRow',
  tableName: 'spfe_differences',
  properties: {
    organizationId: () =>
      p
        .manyToOne(OrganizationRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('organization_id'),
    issuerNif: p.string().length(9).primary(),
    issueDate: p.date().primary(),
    invoiceNumber: p.text().primary(),
    kind: p.string().length(8).primary().$type<SpfeDifference>(),
    issuedInvoiceId: p.bigint('number').nullable(),
    details: p.text().nullable(),
    foundAt: p.datetime(),
  },
  checks: [{ name: 'spfe_differences_kind_check', expression: `kind in (${listCodes(SPFE_DIFFERENCES)})` }],
});

/** What the pages of a comparison under way have shown of the documents of an issuer. */
export const SpfeComparedRow = defineEntity({
  name: 'SpfeComparedRow',
  tableName: 'spfe_compared',
  properties: {
    organizationId: () =>
      p
        .manyToOne(OrganizationRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('organization_id'),
    issuerNif: p.string().length(9).primary(),
    issueDate: p.date().primary(),
    invoiceNumber: p.text().primary(),
    status: p.text(),
    localizador: p.text().nullable(),
    csv: p.text().nullable(),
  },
});

/** A time during which the SPFE could not be used: from the first attempt that it did not answer to the first answer. If it lasted more than 24 hours and an operator confirms that it was the SPFE's, what was due meanwhile is due on the fourth working day after it (Orden, arts. 5.7 and 8.4). */
export const SpfeOutageRow = defineEntity({
  name: 'SpfeOutageRow',
  tableName: 'spfe_outages',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    beganAt: p.datetime(),
    lastFailedAt: p.datetime(),
    /** The attempts that failed: the evidence. */
    attempts: p.integer().$type<Opt<number>>().default(1),
    endedAt: p.datetime().nullable(),
    confirmedAt: p.datetime().nullable(),
    confirmedBy: p.text().nullable(),
    dueUntil: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spfe_outages_open_unique',
      expression: `create unique index "spfe_outages_open_unique" on "spfe_outages" ((true)) where ended_at is null`,
    },
  ],
  checks: [
    {
      name: 'spfe_outages_confirmed_check',
      expression: `(confirmed_at is null) = (confirmed_by is null) and (confirmed_at is null) = (due_until is null)`,
    },
    { name: 'spfe_outages_attempts_check', expression: `attempts >= 1` },
  ],
});
