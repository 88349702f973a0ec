import { defineEntity, type Opt, p } from '@mikro-orm/core';
import {
  MATCHING_STATES,
  type MatchingState,
  SII_MESSAGE_KINDS,
  type SiiMessageKind,
} from '../../../contracts/registers.ts';
import { OrganizationRow } from './organization-rows.ts';
import { SiiEntryRow } from './register-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * The messages that take entries to SII, AEAT's answers, and comparisons with its book.
 */

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
    kind: p.string().length(6).$type<SiiMessageKind>(),
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
    { name: 'sii_messages_kind_check', expression: `kind in (${listCodes(SII_MESSAGE_KINDS)})` },
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

/** A comparison of a period of AEAT's book with the entries of the engine. */
export const SiiComparisonRow = defineEntity({
  name: 'SiiComparisonRow',
  tableName: 'sii_comparisons',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    fiscalYear: p.smallint(),
    period: p.string().length(2),
    startedAt: p.datetime(),
    /** The last invoice of the last page that is stored. */
    pageNumber: p.text().nullable(),
    pageDate: p.date().nullable(),
    pages: p.integer().$type<Opt<number>>().default(0),
    invoices: p.integer().$type<Opt<number>>().default(0),
    /** No other worker asks for a page until this time. */
    askingUntil: p.datetime().nullable(),
    failures: p.integer().$type<Opt<number>>().default(0),
    nextAllowedAt: p.datetime().nullable(),
    endedAt: p.datetime().nullable(),
    /** Why it was given up. */
    failure: p.text().nullable(),
    onlyInBook: p.integer().$type<Opt<number>>().default(0),
    onlyInEngine: p.integer().$type<Opt<number>>().default(0),
    differing: p.integer().$type<Opt<number>>().default(0),
  },
  indexes: ['open', 'last'].map((name) => ({
    name: `sii_comparisons_${name}_unique`,
    expression: `create unique index "sii_comparisons_${name}_unique" on "sii_comparisons" ("organization_id", "issuer_nif", "fiscal_year", "period") where ended_at is ${name === 'open' ? 'null' : 'not null'}`,
  })),
  checks: [
    { name: 'sii_comparisons_period_check', expression: "period ~ '^(0[1-9]|1[0-2]|[1-4]T)$'" },
    { name: 'sii_comparisons_page_check', expression: '(page_number is null) = (page_date is null)' },
    { name: 'sii_comparisons_failure_check', expression: 'failure is null or ended_at is not null' },
  ],
});

/** An entry of the engine that the book has shown to a comparison that has not ended. */
export const SiiComparedRow = defineEntity({
  name: 'SiiComparedRow',
  tableName: 'sii_compared',
  properties: {
    comparisonId: () =>
      p
        .manyToOne(SiiComparisonRow)
        .primary()
        .mapToPk()
        .deleteRule('cascade')
        .updateRule('no action')
        .name('comparison_id'),
    issuedInvoiceId: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
  },
});

/** What a comparison found. */
export const SiiDifferenceRow = defineEntity({
  name: 'SiiDifferenceRow',
  tableName: 'sii_differences',
  properties: {
    comparisonId: () =>
      p
        .manyToOne(SiiComparisonRow)
        .primary()
        .mapToPk()
        .deleteRule('cascade')
        .updateRule('no action')
        .name('comparison_id'),
    kind: p.string().length(14).primary(),
    issueDate: p.date().primary(),
    invoiceNumber: p.text().primary(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number').nullable(),
    ours: p.text().nullable(),
    theirs: p.text().nullable(),
  },
  checks: [
    {
      name: 'sii_differences_kind_check',
      expression: "kind in ('only_in_book', 'only_in_engine', 'state', 'total', 'csv')",
    },
  ],
});

const amount = () => p.decimal('string').precision(14).scale(2).nullable();

/** What AEAT found when it compared an entry with the book of the recipient. Append-only. */
export const SiiMatchingRow = defineEntity({
  name: 'SiiMatchingRow',
  tableName: 'sii_matching',
  properties: {
    issuedInvoiceId: () =>
      p
        .manyToOne(SiiEntryRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('issued_invoice_id'),
    seenAt: p.datetime().primary(),
    organizationId: p.bigint('number'),
    state: p.string().length(16).$type<MatchingState>(),
    matchedAt: p.datetime().nullable(),
    reverseChargeBase: amount(),
    base: amount(),
    tax: amount(),
    surcharge: amount(),
    total: amount(),
  },
  checks: [{ name: 'sii_matching_state_check', expression: `state in (${listCodes(MATCHING_STATES)})` }],
});
