import { defineEntity, type Opt, p } from '@mikro-orm/core';
import {
  REGISTER_BASES,
  type Register,
  REGISTERS,
  SETTLEMENT_PERIODS,
  type SettlementPeriod,
  SII_KINDS,
  SII_STATES,
  type SiiKind,
  type SiiState,
} from '../../../contracts/registers.ts';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { OrganizationRow } from './organization-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * The registers of issuers, and the entries of issued invoices in SII.
 */

const SII_KINDS_CHECK = `kind in (${listCodes(SII_KINDS)})`;

/** What an operator decided about the register of an issuer, from a date on. */
export const IssuerRegisterRow = defineEntity({
  name: 'IssuerRegisterRow',
  tableName: 'issuer_registers',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    issuerNif: p.string().length(9),
    register: p.string().length(9).$type<Register>(),
    /** Only of SII. */
    period: p.string().length(7).$type<SettlementPeriod>().nullable(),
    validFrom: p.date(),
    basis: p.string().length(12),
    decidedBy: p.text(),
    reason: p.text().nullable(),
    decidedAt: p.datetime().$type<Opt<Date>>().defaultRaw('now()'),
    withdrawnAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'issuer_registers_valid_from_unique',
      expression:
        'create unique index "issuer_registers_valid_from_unique" on "issuer_registers" ("issuer_nif", "valid_from") where withdrawn_at is null',
    },
  ],
  checks: [
    { name: 'issuer_registers_register_check', expression: `register in (${listCodes(REGISTERS)})` },
    {
      name: 'issuer_registers_period_check',
      expression: `(register = 'sii') = (period is not null) and period in (${listCodes(SETTLEMENT_PERIODS)})`,
    },
    {
      name: 'issuer_registers_basis_check',
      expression: `case register when 'sii' then basis in (${listCodes(REGISTER_BASES.sii)}) else basis in (${listCodes(REGISTER_BASES.verifactu)}) end`,
    },
  ],
});

/** An order to enter the invoices of a year from before the day on which their issuer entered SII. */
export const SiiBacklogRow = defineEntity({
  name: 'SiiBacklogRow',
  tableName: 'sii_backlogs',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    /** The first issue date in SII. */
    enteredOn: p.date(),
    orderedAt: p.datetime(),
    /** The last invoice that was examined. */
    examinedInvoiceId: p.bigint('number').$type<Opt<number>>().default(0),
    entries: p.integer().$type<Opt<number>>().default(0),
    refused: p.integer().$type<Opt<number>>().default(0),
    endedAt: p.datetime().nullable(),
    /** Why it was given up. */
    failure: p.text().nullable(),
  },
  indexes: [
    {
      name: 'sii_backlogs_open_unique',
      expression:
        'create unique index "sii_backlogs_open_unique" on "sii_backlogs" ("organization_id", "issuer_nif") where ended_at is null',
    },
  ],
  checks: [{ name: 'sii_backlogs_failure_check', expression: 'failure is null or ended_at is not null' }],
});

/** An invoice that an order could not enter. Append-only. */
export const SiiBacklogRefusalRow = defineEntity({
  name: 'SiiBacklogRefusalRow',
  tableName: 'sii_backlog_refusals',
  properties: {
    backlogId: () =>
      p
        .manyToOne(SiiBacklogRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('backlog_id'),
    issuedInvoiceId: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    reason: p.text(),
  },
});

/** The entry of an issued invoice in SII, with the state of its newest version. */
export const SiiEntryRow = defineEntity({
  name: 'SiiEntryRow',
  tableName: 'sii_entries',
  properties: {
    issuedInvoiceId: () =>
      p
        .manyToOne(IssuedInvoiceRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('issued_invoice_id'),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    invoiceNumber: p.string().length(60),
    issueDate: p.date(),
    /** PeriodoLiquidacion of the newest version. */
    fiscalYear: p.smallint(),
    period: p.string().length(2),
    /** The last day on which it may be sent; null if no calendar of that year is known. */
    dueBy: p.date().nullable(),
    state: p.string().length(20).$type<Opt<SiiState>>().default('pending'),
    version: p.integer().$type<Opt<number>>().default(1),
    kind: p.string().length(4).$type<Opt<SiiKind>>().default('A0'),
    csv: p.text().nullable(),
    code: p.integer().nullable(),
    message: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    createdAt: p.datetime(),
    /** When clients were told that the deadline is near. */
    warnedAt: p.datetime().nullable(),
    /** The order that entered an invoice from before the entry of its issuer into SII. */
    backlogId: () =>
      p.manyToOne(SiiBacklogRow).mapToPk().deleteRule('no action').name('backlog_id').nullable(),
  },
  indexes: [
    {
      name: 'sii_entries_due_index',
      expression:
        'create index "sii_entries_due_index" on "sii_entries" ("organization_id", "issuer_nif", "kind", (backlog_id is not null), "issued_invoice_id") where state = \'pending\'',
    },
    {
      name: 'sii_entries_backlog_index',
      expression:
        'create index "sii_entries_backlog_index" on "sii_entries" ("backlog_id") where backlog_id is not null',
    },
    {
      name: 'sii_entries_unanswered_index',
      expression:
        'create index "sii_entries_unanswered_index" on "sii_entries" ("due_by") where state in (\'pending\', \'sent\', \'rejected\')',
    },
    {
      name: 'sii_entries_faults_index',
      expression: `create index "sii_entries_faults_index" on "sii_entries" ("answered_at" desc) where state in ('rejected', 'accepted_with_errors')`,
    },
    {
      name: 'sii_entries_warned_at_index',
      expression:
        'create index "sii_entries_warned_at_index" on "sii_entries" ("organization_id", "warned_at", "issued_invoice_id") where warned_at is not null',
    },
    {
      name: 'sii_entries_state_index',
      expression:
        'create index "sii_entries_state_index" on "sii_entries" ("organization_id", "state", "issued_invoice_id") where state <> \'accepted\'',
    },
    {
      name: 'sii_entries_period_index',
      properties: ['organizationId', 'issuerNif', 'fiscalYear', 'period', 'issuedInvoiceId'],
    },
  ],
  checks: [
    { name: 'sii_entries_period_check', expression: "period ~ '^(0[1-9]|1[0-2]|[1-4]T)$'" },
    {
      name: 'sii_entries_state_check',
      expression: `state in (${listCodes(SII_STATES)})`,
    },
    { name: 'sii_entries_kind_check', expression: SII_KINDS_CHECK },
    {
      name: 'sii_entries_answered_check',
      expression: "(state in ('pending', 'sent')) = (answered_at is null)",
    },
  ],
});

/** A version of an entry, which replaces the one before it at AEAT. Append-only. */
export const SiiVersionRow = defineEntity({
  name: 'SiiVersionRow',
  tableName: 'sii_versions',
  properties: {
    issuedInvoiceId: () =>
      p.manyToOne(SiiEntryRow).mapToPk().primary().deleteRule('no action').name('issued_invoice_id'),
    version: p.integer().primary(),
    organizationId: p.bigint('number'),
    kind: p.string().length(4).$type<SiiKind>(),
    fiscalYear: p.smallint(),
    period: p.string().length(2),
    /** The literal that is sent. */
    record: p.text(),
    /** Null for the first version. */
    orderedBy: p.text().nullable(),
    reason: p.text().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: 'sii_versions_created_at_index',
      expression:
        'create index "sii_versions_created_at_index" on "sii_versions" ("organization_id", "created_at", "issued_invoice_id") where version > 1',
    },
  ],
  checks: [
    {
      name: 'sii_versions_kind_check',
      expression: `${SII_KINDS_CHECK} and (version > 1 or kind = 'A0')`,
    },
    { name: 'sii_versions_ordered_check', expression: '(version = 1) = (ordered_by is null)' },
    { name: 'sii_versions_version_check', expression: 'version >= 1' },
  ],
});
