import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { IssuerProfileRow, OrganizationRow } from './organization-rows.ts';

/*
 * Issued data: invoices, chains, registration records and their literal blocks.
 */

/** The immutable document of a valid batch invoice. It has the batch invoice's id. */
export const IssuedInvoiceRow = defineEntity({
  name: 'IssuedInvoiceRow',
  tableName: 'issued_invoices',
  properties: {
    id: p.bigint('number').primary().autoincrement(false),
    organizationId: p.bigint('number'),
    issuerNif: p.string().length(9),
    invoiceNumber: p.string().length(60),
    issueDate: p.date(),
    /** total_after_taxes, AEAT's ImporteTotal. */
    total: p.decimal('string').precision(14).scale(2),
    issuerProfileId: () =>
      p.manyToOne(IssuerProfileRow).mapToPk().nullable().deleteRule('no action').name('issuer_profile_id'),
    /** The URL in the QR code; null without VeriFactu. */
    qrUrl: p.text().nullable(),
    issuedAt: p.datetime(),
    /**
     * The next three values are copies from the document, for queries that need nothing else of it.
     */
    invoiceType: p.string().length(2),
    issuerName: p.text(),
    /** Null if the document has none. */
    operationDate: p.date().nullable(),
    /** Length of the document in UTF-8 bytes. Long documents are rendered separately. */
    documentBytes: p.integer(),
    /** The first issued invoice that it corrects (R1 to R5) or replaces (F3). */
    rectifiedInvoiceId: p.bigint('number').nullable(),
    /** The calendar year in which its number is unique. */
    issueYear: p
      .smallint()
      .$type<Opt<number>>()
      .generated("(date_part('year'::text, issue_date))::smallint stored"),
    /** The number in upper case, by which numbers that differ only in case are found. */
    numberKey: p
      .string()
      .$type<Opt<string>>()
      .length(60)
      .generated('upper(((invoice_number)::text COLLATE "C")) stored'),
    /** The hash of the document of the first recipient (search-terms.ts); null if it has none. */
    recipientTerm: p.bigint('number').nullable(),
    /** The series that gave the number; null if the client stated it. */
    seriesId: p.bigint('number').nullable(),
    /** The year of the counter; 0 if the pattern has no year. */
    seriesYear: p.smallint().nullable(),
    seriesNumber: p.bigint('number').nullable(),
  },
  checks: [
    {
      name: 'issued_invoices_series_check',
      expression:
        '(series_id is null) = (series_number is null) and (series_id is null) = (series_year is null)',
    },
  ],
  indexes: [
    {
      name: 'issued_invoices_series_unique',
      expression:
        'create unique index issued_invoices_series_unique on issued_invoices (series_id, series_year, series_number) where series_id is not null',
    },
    {
      name: 'issued_invoices_rectified',
      expression:
        'create index "issued_invoices_rectified" on "issued_invoices" ("rectified_invoice_id") where rectified_invoice_id is not null',
    },
    {
      name: 'issued_invoices_replaced_index',
      expression:
        "create index issued_invoices_replaced_index on issued_invoices (rectified_invoice_id) where invoice_type = 'F3'",
    },
    {
      name: 'issued_invoices_recipient_term_index',
      expression:
        'create index issued_invoices_recipient_term_index on issued_invoices (organization_id, recipient_term, id) where recipient_term is not null',
    },
    {
      name: 'issued_invoices_operation_date_index',
      expression:
        'create index issued_invoices_operation_date_index on issued_invoices (organization_id, issuer_nif collate "C", operation_date, issue_date, id) where operation_date is not null',
    },
    {
      name: 'issued_invoices_issue_date_index',
      expression:
        'create index issued_invoices_issue_date_index on issued_invoices (organization_id, issuer_nif collate "C", issue_date, id)',
    },
  ],
  uniques: [
    {
      name: 'issued_invoices_number_unique',
      properties: ['organizationId', 'issuerNif', 'numberKey', 'issueYear', 'invoiceNumber'],
    },
  ],
});

/**
 * The issued invoices that an invoice of version 2 corrects or replaces, if it names several of
 * them or rectifies by substitution. Append-only.
 */
export const RectifiedInvoiceRow = defineEntity({
  name: 'RectifiedInvoiceRow',
  tableName: 'rectified_invoices',
  properties: {
    organizationId: p.bigint('number'),
    invoiceId: p.bigint('number').primary(),
    rectifiedId: p.bigint('number').primary(),
    /**
     * How much the invoice changes what the rectified one charges, in euros; 0 if it replaces it or
     * if that is not known.
     */
    amount: p.decimal('string').precision(18).scale(2),
    /** Whether it replaces the rectified one (F3); null in rows of versions before 1.1. */
    replaces: p.boolean().nullable(),
  },
  indexes: [
    { name: 'rectified_invoices_rectified_id_index', properties: ['rectifiedId'] },
    {
      name: 'rectified_invoices_replaced_index',
      expression:
        'create index rectified_invoices_replaced_index on rectified_invoices (rectified_id) where replaces is not false',
    },
  ],
});

/**
 * The head of a chain of registration records. Each organization and issuer has one chain that is
 * not retired. Appending a record locks and updates the head.
 */
export const ChainRow = defineEntity({
  name: 'ChainRow',
  tableName: 'chains',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    /** AEAT's NumeroInstalacion, which is never reused. */
    installationNumber: p.string().length(100).unique(),
    /** The sequence of the last record; 0 if there is none. */
    sequence: p.bigint('number').default(0),
    /** Huella of the last record, and the identity of its invoice. */
    lastHash: p.string().length(64).nullable(),
    lastInvoiceNumber: p.string().length(60).nullable(),
    lastIssueDate: p.date().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When another chain of the issuer replaced it after a restore. */
    retiredAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'chains_issuer_nif_index', properties: ['issuerNif'] },
    {
      name: 'chains_organization_id_issuer_nif_unique',
      expression:
        'create unique index chains_organization_id_issuer_nif_unique on chains (organization_id, issuer_nif) where retired_at is null',
    },
  ],
  checks: [
    {
      name: 'chains_head_check',
      expression:
        '(sequence = 0) = (last_hash is null) and (last_hash is null) = (last_invoice_number is null) and (last_hash is null) = (last_issue_date is null)',
    },
    { name: 'chains_sequence_check', expression: 'sequence >= 0' },
  ],
});

/**
 * A registro de facturación, which is a link of a chain. Append-only; a trigger checks that it
 * continues its chain.
 */
export const RegistrationRecordRow = defineEntity({
  name: 'RegistrationRecordRow',
  tableName: 'registration_records',
  properties: {
    chainId: p.bigint('number').primary(),
    /** Numbered from 1, without gaps. */
    sequence: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
    kind: p.string().length(10).$type<'alta' | 'anulacion'>(),
    previousHash: p.string().length(64).nullable(),
    hash: p.string().length(64),
    /**
     * The record as hashed and as sent: one RegistroAlta or RegistroAnulacion element. Null for the
     * first record of an invoice, whose XML is in a record block.
     */
    xml: p.text().nullable(),
    generatedAt: p.datetime(),
  },
  indexes: [{ name: 'registration_records_issued_invoice_id_index', properties: ['issuedInvoiceId'] }],
  checks: [
    { name: 'registration_records_kind_check', expression: "kind in ('alta', 'anulacion')" },
    {
      name: 'registration_records_sequence_check',
      expression: '(sequence = 1) = (previous_hash is null) and sequence >= 1',
    },
    {
      name: 'registration_records_hash_check',
      expression: "octet_length(hash) = 64 and hash !~ '[^0-9A-F]'",
    },
  ],
});

/**
 * The common properties of literal blocks. A block holds the documents, or the first records, of up
 * to 64 adjacent positions of a batch, compressed together.
 */
const BLOCK_PROPERTIES = {
  batchId: p.bigint('number').primary(),
  organizationId: p.bigint('number'),
  /**
   * The occupancy bitmap: one bit for each position of the part. The lowest bit is the first
   * position.
   */
  occupancy: p.bigint(),
  /** The position divided by 64, rounded down. */
  part: p.smallint().primary(),
  /** See `src/platform/literals/codecs.ts`. */
  codec: p.smallint(),
  /** SHA-256 of the content before compression. */
  sha256: p.blob(),
  content: p.blob(),
};

/**
 * Lists the constraints that every table of literal blocks has.
 * @param table prefix of the constraints' names.
 */
const listBlockChecks = (table: string) => [
  { name: `${table}_part_check`, expression: 'part >= 0 and part <= 15' },
  { name: `${table}_occupancy_check`, expression: 'occupancy <> 0' },
  { name: `${table}_sha256_check`, expression: 'length(sha256) = 32' },
];

/** The documents of the issued invoices at up to 64 adjacent positions of a batch. Append-only. */
export const DocumentBlockRow = defineEntity({
  name: 'DocumentBlockRow',
  tableName: 'document_blocks',
  properties: BLOCK_PROPERTIES,
  checks: listBlockChecks('document_blocks'),
});

/** The first registration records at up to 64 adjacent positions of a batch. Append-only. */
export const RecordBlockRow = defineEntity({
  name: 'RecordBlockRow',
  tableName: 'record_blocks',
  properties: BLOCK_PROPERTIES,
  checks: listBlockChecks('record_blocks'),
});
