import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { SII_KINDS, type SiiKind } from '../../../contracts/codes.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * The messages that take entries to SII, and AEAT's answers.
 */

const list = (codes: readonly string[]): string => codes.map((code) => `'${code}'`).join(', ');

/** The sending of an issuer's entries. */
export const SiiIssuerRow = defineEntity({
  name: 'SiiIssuerRow',
  tableName: 'sii_issuers',
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
    /** Attempts since the last answer. */
    failures: p.integer().$type<Opt<number>>().default(0),
    nextAllowedAt: p.datetime().nullable(),
    /** Nothing is sent until an operator resumes it. */
    haltedAt: p.datetime().nullable(),
    haltedReason: p.text().nullable(),
  },
  checks: [
    { name: 'sii_issuers_halted_check', expression: '(halted_at is null) = (halted_reason is null)' },
    { name: 'sii_issuers_failures_check', expression: 'failures >= 0' },
  ],
});

/** A message, exactly as it is sent, also when it is sent again. */
export const SiiMessageRow = defineEntity({
  name: 'SiiMessageRow',
  tableName: 'sii_messages',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuerNif: p.string().length(9),
    kind: p.string().length(4).$type<SiiKind>(),
    entries: p.integer(),
    request: p.blob().$type<Buffer>(),
    createdAt: p.datetime(),
    attempt: p.integer().$type<Opt<number>>().default(0),
    /** No other worker sends it until this time. */
    sendingUntil: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    sha256: p.blob().$type<Buffer>().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'sii_messages_open_index',
      expression:
        'create index "sii_messages_open_index" on "sii_messages" ("organization_id", "issuer_nif", "id") where ended_at is null',
    },
    {
      name: 'sii_messages_ended_at_index',
      expression:
        'create index "sii_messages_ended_at_index" on "sii_messages" ("organization_id", "issuer_nif", "ended_at") where ended_at is not null',
    },
  ],
  checks: [
    { name: 'sii_messages_kind_check', expression: `kind in (${list(SII_KINDS)})` },
    { name: 'sii_messages_entries_check', expression: 'entries >= 1 and entries <= 10000' },
    { name: 'sii_messages_attempt_check', expression: 'attempt >= 0' },
    {
      name: 'sii_messages_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else length(sha256) = 32 and length(request) = 0 end',
    },
  ],
});

/** The version of an entry in a message, and what AEAT answered to it. */
export const SiiLineRow = defineEntity({
  name: 'SiiLineRow',
  tableName: 'sii_lines',
  properties: {
    messageId: () =>
      p
        .manyToOne(SiiMessageRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('message_id'),
    issuedInvoiceId: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    version: p.integer(),
    /** Null without an answer; `unsettled` if it is sent again. */
    state: p.string().length(20).nullable(),
    code: p.integer().nullable(),
    message: p.text().nullable(),
    csv: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'sii_lines_in_flight_unique',
      expression:
        'create unique index "sii_lines_in_flight_unique" on "sii_lines" ("issued_invoice_id") where answered_at is null',
    },
    { name: 'sii_lines_issued_invoice_id_index', properties: ['issuedInvoiceId', 'version'] },
    {
      name: 'sii_lines_faults_index',
      expression: `create index "sii_lines_faults_index" on "sii_lines" ("organization_id", "answered_at", "issued_invoice_id") where state in ('accepted_with_errors', 'rejected')`,
    },
    {
      name: 'sii_lines_answered_at_index',
      expression:
        'create index "sii_lines_answered_at_index" on "sii_lines" ("organization_id", "answered_at", "issued_invoice_id") where state <> \'unsettled\'',
    },
  ],
  checks: [
    {
      name: 'sii_lines_state_check',
      expression: "state in ('accepted', 'accepted_with_errors', 'rejected', 'withdrawn', 'unsettled')",
    },
    { name: 'sii_lines_answered_check', expression: '(state is null) = (answered_at is null)' },
  ],
});

/** A finished attempt to send a message. Append-only. */
export const SiiAttemptRow = defineEntity({
  name: 'SiiAttemptRow',
  tableName: 'sii_attempts',
  properties: {
    messageId: () =>
      p
        .manyToOne(SiiMessageRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('message_id'),
    attempt: p.integer().primary(),
    organizationId: p.bigint('number'),
    startedAt: p.datetime(),
    endedAt: p.datetime(),
    outcome: p.string().length(10),
    reason: p.string().length(20).nullable(),
    code: p.integer().nullable(),
    message: p.text().nullable(),
    httpStatus: p.smallint().nullable(),
    csv: p.text().nullable(),
    answer: p.blob().$type<Buffer>().nullable(),
    sha256: p.blob().$type<Buffer>().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  checks: [
    { name: 'sii_attempts_outcome_check', expression: "outcome in ('answered', 'fault', 'unknown')" },
    { name: 'sii_attempts_reason_check', expression: "(outcome = 'unknown') = (reason is not null)" },
    {
      name: 'sii_attempts_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else length(sha256) = 32 and answer is null end',
    },
  ],
});
