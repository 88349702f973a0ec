import { defineEntity, type Opt, p } from '@mikro-orm/core';
import {
  OPEN_SPFE_STATES,
  SPFE_BASES,
  SPFE_CHANNELS,
  SPFE_MESSAGE_KINDS,
  SPFE_MESSAGE_STATES,
  SPFE_MODES,
  SPFE_STATES,
  type SpfeBasis,
  type SpfeChannel,
  type SpfeMessageKind,
  type SpfeMessageState,
  type SpfeMode,
  type SpfeState,
  type SpfeReason,
} from '../../../contracts/spfe.ts';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { PaymentRow } from './payment-rows.ts';
import { listCodes } from './list-codes.ts';

/*
 * Whether and how the invoices of issuers go to AEAT's public solution of electronic invoices (SPFE).
 */

/** What an operator decided about an issuer's duty. A decision holds from its date until that of the next one, for all organizations, because the duty is the issuer's. `prepare` prepares invoices and warns, `send` sends them. */
export const SpfeDecisionRow = defineEntity({
  name: 'SpfeDecisionRow',
  tableName: 'spfe_decisions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    issuerNif: p.string().length(9),
    mode: p.string().length(7).$type<SpfeMode>(),
    /** Who delivers unless recipient or invoice say otherwise: `interconnect` sends the original, `copy` a copy of what a private platform delivers, and `elsewhere` leaves both to a private platform. */
    channel: p.string().length(12).$type<SpfeChannel>().nullable(),
    validFrom: p.date(),
    basis: p.string().length(9).$type<SpfeBasis>(),
    decidedBy: p.text(),
    reason: p.text().nullable(),
    decidedAt: p.datetime().$type<Opt<Date>>().defaultRaw('now()'),
    withdrawnAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'spfe_decisions_valid_from_unique',
      expression: `create unique index "spfe_decisions_valid_from_unique" on "spfe_decisions" ("issuer_nif", "valid_from") where withdrawn_at is null`,
    },
  ],
  checks: [
    { name: 'spfe_decisions_mode_check', expression: `mode in (${listCodes(SPFE_MODES)})` },
    {
      name: 'spfe_decisions_channel_check',
      expression: `(mode = 'off') = (channel is null) and channel in ('interconnect', 'copy', 'elsewhere')`,
    },
    { name: 'spfe_decisions_basis_check', expression: `basis in (${listCodes(SPFE_BASES)})` },
  ],
});

/** The delivery of an issued invoice whose issuer prepares or sends. Whether the duty concerns it, and the channel, are frozen when it is issued. */
export const SpfeDeliveryRow = defineEntity({
  name: 'SpfeDeliveryRow',
  tableName: 'spfe_deliveries',
  properties: {
    issuedInvoiceId: () =>
      p
        .manyToOne(IssuedInvoiceRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('issued_invoice_id'),
    organizationId: p.bigint('number'),
    issuerNif: p.string().length(9),
    invoiceNumber: p.string().length(60),
    issueDate: p.date(),
    mode: p.string().length(7).$type<Exclude<SpfeMode, 'off'>>(),
    channel: p.string().length(12).$type<SpfeChannel>(),
    state: p.string().length(13).$type<SpfeState>(),
    /** Why the duty does not concern the invoice. */
    reason: p.string().length(20).$type<SpfeReason>().nullable(),
    /** The facts without which nobody can tell whether it does. */
    missing: p.array().nullable(),
    /** The rule that an invoice breaks which cannot be expressed. */
    rule: p.text().nullable(),
    /** When it must be there: when it is issued, or later after a long downtime of the SPFE (Orden, art. 5.7). Null in mode `prepare`. */
    dueBy: p.datetime().nullable(),
    /** The newest version of its contents; 0 before the first one is written. */
    version: p.integer().$type<Opt<number>>().default(0),
    /** AEAT's acknowledgement (CSV) and address of the document (localizador). */
    csv: p.text().nullable(),
    localizador: p.text().nullable(),
    code: p.text().nullable(),
    /** AEAT's text, or that of the rule. */
    message: p.text().nullable(),
    /** The text of the rule in Spanish. */
    messageEs: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    /** The number of requests with it that AEAT refused as a whole. */
    faults: p.integer().$type<Opt<number>>().default(0),
    /** It is neither sent nor looked up before. */
    notBefore: p.datetime().nullable(),
    /** When the clients were told that it is overdue; null if they were not. */
    warnedAt: p.datetime().nullable(),
    /** When AEAT last told what the recipient reported. */
    statesReadAt: p.datetime().nullable(),
    createdAt: p.datetime(),
  },
  indexes: [
    {
      name: 'spfe_deliveries_unwritten_index',
      expression: `create index "spfe_deliveries_unwritten_index" on "spfe_deliveries" ("organization_id", "issuer_nif", "issued_invoice_id") where version = 0 and state in ('prepared', 'pending')`,
    },
    {
      name: 'spfe_deliveries_due_index',
      expression: `create index "spfe_deliveries_due_index" on "spfe_deliveries" ("organization_id", "issuer_nif", "issued_invoice_id") where state = 'pending' and version > 0`,
    },
    {
      name: 'spfe_deliveries_uncertain_index',
      expression: `create index "spfe_deliveries_uncertain_index" on "spfe_deliveries" ("organization_id", "issuer_nif", "not_before") where state = 'uncertain'`,
    },
    {
      name: 'spfe_deliveries_open_index',
      expression: `create index "spfe_deliveries_open_index" on "spfe_deliveries" ("due_by") where state in ('unknown', 'blocked', 'held', 'pending', 'sending', 'uncertain', 'rejected', 'conflict')`,
    },
    {
      name: 'spfe_deliveries_admitted_index',
      expression: `create index "spfe_deliveries_admitted_index" on "spfe_deliveries" ("organization_id", "issuer_nif", "states_read_at" nulls first) where state = 'admitted'`,
    },
    {
      name: 'spfe_deliveries_identity_index',
      properties: ['organizationId', 'issuerNif', 'issueDate', 'invoiceNumber'],
    },
    {
      name: 'spfe_deliveries_state_index',
      expression: `create index "spfe_deliveries_state_index" on "spfe_deliveries" ("organization_id", "state", "issued_invoice_id") where state <> 'admitted'`,
    },
    {
      name: 'spfe_deliveries_unwarned_index',
      expression: `create index "spfe_deliveries_unwarned_index" on "spfe_deliveries" ("due_by") where warned_at is null and state in (${listCodes(OPEN_SPFE_STATES)})`,
    },
  ],
  checks: [
    { name: 'spfe_deliveries_mode_check', expression: `mode in ('prepare', 'send')` },
    { name: 'spfe_deliveries_channel_check', expression: `channel in (${listCodes(SPFE_CHANNELS)})` },
    { name: 'spfe_deliveries_state_check', expression: `state in (${listCodes(SPFE_STATES)})` },
    { name: 'spfe_deliveries_reason_check', expression: `(state = 'not_concerned') = (reason is not null)` },
    { name: 'spfe_deliveries_missing_check', expression: `state <> 'unknown' or cardinality(missing) > 0` },
    { name: 'spfe_deliveries_rule_check', expression: `(state = 'blocked') = (rule is not null)` },
    { name: 'spfe_deliveries_message_es_check', expression: 'message_es is null or message is not null' },
    {
      name: 'spfe_deliveries_csv_check',
      expression: `csv is not null or not (state in ('admitted', 'withdrawing', 'withdrawn'))`,
    },
    {
      name: 'spfe_deliveries_version_check',
      expression: `version >= case when state in ('sending', 'uncertain', 'admitted', 'rejected') then 1 else 0 end`,
    },
  ],
});

/** Each version of the contents of a delivery, exactly as it is sent. Append-only. */
export const SpfeVersionRow = defineEntity({
  name: 'SpfeVersionRow',
  tableName: 'spfe_versions',
  properties: {
    issuedInvoiceId: () =>
      p
        .manyToOne(SpfeDeliveryRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('issued_invoice_id'),
    version: p.integer().primary(),
    organizationId: p.bigint('number'),
    /** A copy of an original that a private platform delivers (BT-ES-1). */
    isCopy: p.boolean(),
    /** Compressed with zstd, and the size and SHA-256 of what it contains. */
    xml: p.blob().$type<Buffer>(),
    size: p.integer(),
    sha256: p.blob().$type<Buffer>(),
    /** Who ordered a version after the first one, and why. */
    orderedBy: p.text().nullable(),
    reason: p.text().nullable(),
    createdAt: p.datetime(),
  },
  checks: [
    { name: 'spfe_versions_version_check', expression: `version >= 1` },
    { name: 'spfe_versions_ordered_check', expression: `(version = 1) = (ordered_by is null)` },
    { name: 'spfe_versions_size_check', expression: `size >= 1 and size <= 5242880` },
    { name: 'spfe_versions_sha256_check', expression: `length(sha256) = 32` },
  ],
});

/** What an issuer tells the SPFE about an invoice: it was collected (SETTLEMENT) or not paid when it was due (DEFAULT), one of these was wrong, or the invoice is withdrawn because its operation never existed (CANCELINVOICE). A message waits until the invoice is admitted. */
export const SpfeMessageRow = defineEntity({
  name: 'SpfeMessageRow',
  tableName: 'spfe_messages',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuerNif: p.string().length(9),
    issuedInvoiceId: () => p.manyToOne(SpfeDeliveryRow).mapToPk().name('issued_invoice_id'),
    kind: p.string().length(16).$type<SpfeMessageKind>(),
    /** The day of the collection, the due date of a default, or the day of the withdrawal. Cancellations have none. */
    effectiveOn: p.date().nullable(),
    dueOn: p.date().nullable(),
    isFinanced: p.boolean().$type<Opt<boolean>>().default(false),
    goodsReceivedOn: p.date().nullable(),
    invoiceReceivedOn: p.date().nullable(),
    state: p.string().length(10).$type<Opt<SpfeMessageState>>().default('pending'),
    /** The payment from which it is derived. */
    paymentId: () =>
      p
        .manyToOne(PaymentRow)
        .nullable()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('payment_id'),
    /** The message that it cancels. */
    cancelsId: p.bigint('number').nullable(),
    /** The Idempotency-Key of the request for it, and who asked and why. */
    requestKey: p.uuid().nullable(),
    requestedBy: p.text(),
    reason: p.text().nullable(),
    requestedAt: p.datetime(),
    csv: p.text().nullable(),
    code: p.text().nullable(),
    message: p.text().nullable(),
    answeredAt: p.datetime().nullable(),
    faults: p.integer().$type<Opt<number>>().default(0),
    notBefore: p.datetime().nullable(),
    /** Whether the SPFE has the invoice. Triggers set it. */
    isSendable: p.boolean().$type<Opt<boolean>>().default(false),
  },
  indexes: [
    {
      name: 'spfe_messages_due_index',
      expression: `create index "spfe_messages_due_index" on "spfe_messages" ("organization_id", "issuer_nif", "requested_at", "id") where state = 'pending' and is_sendable`,
    },
    {
      name: 'spfe_messages_uncertain_index',
      expression: `create index "spfe_messages_uncertain_index" on "spfe_messages" ("organization_id", "issuer_nif", "not_before") where state = 'uncertain'`,
    },
    { name: 'spfe_messages_issued_invoice_id_index', properties: ['issuedInvoiceId', 'id'] },
    {
      name: 'spfe_messages_request_key_unique',
      expression: `create unique index "spfe_messages_request_key_unique" on "spfe_messages" ("organization_id", "request_key") where request_key is not null`,
    },
    {
      name: 'spfe_messages_cancels_id_unique',
      expression: `create unique index "spfe_messages_cancels_id_unique" on "spfe_messages" ("cancels_id") where state not in ('rejected', 'superseded')`,
    },
    {
      name: 'spfe_messages_open_unique',
      expression: `create unique index "spfe_messages_open_unique" on "spfe_messages" ("issued_invoice_id", "kind") where state in ('pending', 'sending', 'uncertain') and kind in ('DEFAULT', 'CANCELINVOICE')`,
    },
  ],
  checks: [
    { name: 'spfe_messages_kind_check', expression: `kind in (${listCodes(SPFE_MESSAGE_KINDS)})` },
    {
      name: 'spfe_messages_effective_check',
      expression: `(kind in ('CANCELSETTLEMENT', 'CANCELDEFAULT')) = (effective_on is null)`,
    },
    {
      name: 'spfe_messages_cancels_check',
      expression: `(kind in ('CANCELSETTLEMENT', 'CANCELDEFAULT')) = (cancels_id is not null)`,
    },
    { name: 'spfe_messages_state_check', expression: `state in (${listCodes(SPFE_MESSAGE_STATES)})` },
    { name: 'spfe_messages_csv_check', expression: `state <> 'accepted' or csv is not null` },
  ],
});
