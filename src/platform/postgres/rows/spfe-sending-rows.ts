import { defineEntity, type Opt, p } from '@mikro-orm/core';
import {
  SPFE_SERVICES,
  SPFE_VERDICTS,
  type SpfeOutcomeKind,
  type SpfeService,
  type SpfeVerdict,
} from '../../../contracts/spfe.ts';
import { OrganizationRow } from './organization-rows.ts';
import { SpfeMessageRow } from './spfe-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * The requests to the SPFE, and its answers.
 */

/** The sending of an issuer's deliveries. The row is created with its first request and locked while a request is claimed. */
export const SpfeIssuerRow = defineEntity({
  name: 'SpfeIssuerRow',
  tableName: 'spfe_issuers',
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
    failures: p.integer().$type<Opt<number>>().default(0),
    nextAllowedAt: p.datetime().nullable(),
    haltedAt: p.datetime().nullable(),
    haltedReason: p.text().nullable(),
    /** When the invoices of the SPFE were last compared with the deliveries, and the page where a comparison goes on. Nobody else asks until `comparing_until`. */
    comparedAt: p.datetime().nullable(),
    comparingFrom: p.datetime().nullable(),
    comparedPage: p.text().nullable(),
    comparingUntil: p.datetime().nullable(),
    /** Nothing is sent until the invoices of the SPFE were compared, because the database was restored. */
    mustCompare: p.boolean().$type<Opt<boolean>>().default(false),
  },
  checks: [
    { name: 'spfe_issuers_halted_check', expression: `(halted_at is null) = (halted_reason is null)` },
    { name: 'spfe_issuers_failures_check', expression: `failures >= 0` },
  ],
});

/** A request to a service of the SPFE: one HTTP request, never repeated. A request whose lease ended without an answer has an unknown outcome. */
export const SpfeRequestRow = defineEntity({
  name: 'SpfeRequestRow',
  tableName: 'spfe_requests',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    service: p.string().length(8).$type<SpfeService>(),
    members: p.integer(),
    /** What is sent beside the versions of deliveries, compressed with zstd; null if nothing is. */
    body: p.blob().$type<Buffer>().nullable(),
    /** Of all that is sent. */
    sha256: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(),
    sendingUntil: p.datetime(),
    endedAt: p.datetime().nullable(),
    outcome: p.string().length(8).$type<SpfeOutcomeKind>().nullable(),
    /** The code of the answer (200, 206, 400) or of a fault. */
    code: p.text().nullable(),
    message: p.text().nullable(),
    httpStatus: p.smallint().nullable(),
    csv: p.text().nullable(),
    /** Compressed with zstd. */
    answer: p.blob().$type<Buffer>().nullable(),
    answerSha256: p.blob().$type<Buffer>().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spfe_requests_open_index',
      expression: `create index "spfe_requests_open_index" on "spfe_requests" ("organization_id", "issuer_nif", "id") where ended_at is null`,
    },
    { name: 'spfe_requests_ended_at_index', properties: ['endedAt'] },
    {
      name: 'spfe_requests_last_index',
      expression: `create index "spfe_requests_last_index" on "spfe_requests" ("organization_id", "issuer_nif", "ended_at") where ended_at is not null`,
    },
  ],
  checks: [
    { name: 'spfe_requests_service_check', expression: `service in (${listCodes(SPFE_SERVICES)})` },
    {
      name: 'spfe_requests_members_check',
      expression: `members >= 0 and members <= case when service = 'find' then 1000 else 100 end`,
    },
    {
      name: 'spfe_requests_outcome_check',
      expression: `outcome in ('answered', 'fault', 'not_sent', 'unknown') and (outcome is null) = (ended_at is null)`,
    },
    {
      name: 'spfe_requests_erased_check',
      expression: `erased_at is null or (body is null and answer is null)`,
    },
  ],
});

/** A delivery or a message in a request, and what AEAT answered to it. Answers are matched by the unique code, never by place. */
export const SpfeMemberRow = defineEntity({
  name: 'SpfeMemberRow',
  tableName: 'spfe_members',
  properties: {
    requestId: () =>
      p
        .manyToOne(SpfeRequestRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('request_id'),
    ordinal: p.integer().primary(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
    /** The version of the delivery that is sent or looked up. */
    version: p.integer().nullable(),
    messageId: () =>
      p
        .manyToOne(SpfeMessageRow)
        .nullable()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('message_id'),
    /** `unsettled` if AEAT gave no verdict on it, so that it is looked up before it is sent again. */
    verdict: p.string().length(9).$type<SpfeVerdict>().nullable(),
    code: p.text().nullable(),
    message: p.text().nullable(),
    localizador: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spfe_members_in_flight_unique',
      expression: `create unique index "spfe_members_in_flight_unique" on "spfe_members" ("issued_invoice_id") where answered_at is null`,
    },
    { name: 'spfe_members_issued_invoice_id_index', properties: ['issuedInvoiceId', 'requestId'] },
  ],
  checks: [
    { name: 'spfe_members_verdict_check', expression: `verdict in (${listCodes(SPFE_VERDICTS)})` },
    { name: 'spfe_members_answered_check', expression: `(verdict is null) = (answered_at is null)` },
    { name: 'spfe_members_member_check', expression: `(version is null) <> (message_id is null)` },
  ],
});
