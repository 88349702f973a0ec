import { defineEntity, p } from '@mikro-orm/core';
import { IssuedInvoiceRow } from './issued-rows.ts';

/*
 * Electronic invoices that are stored because they are signed.
 */

const issuedInvoiceId = () =>
  p
    .manyToOne(IssuedInvoiceRow)
    .primary()
    .mapToPk()
    .deleteRule('no action')
    .updateRule('no action')
    .name('issued_invoice_id');

/**
 * A signed electronic invoice as it is delivered. It never changes, and only an operator deletes
 * it, if it is damaged.
 */
export const ElectronicFileRow = defineEntity({
  name: 'ElectronicFileRow',
  tableName: 'electronic_files',
  properties: {
    issuedInvoiceId,
    format: p.text().primary().$type<'facturae'>(),
    organizationId: p.bigint('number'),
    /** The version of the writer. */
    version: p.smallint(),
    /** See `src/platform/literals/stored-file.ts`. */
    content: p.blob(),
    /** SHA-256 of the file before compression. */
    sha256: p.blob(),
    signedAt: p.datetime(),
    /** When the stored file was found to be damaged. */
    damagedAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'electronic_files_damaged_at_index',
      expression:
        'create index electronic_files_damaged_at_index on electronic_files (damaged_at) where damaged_at is not null',
    },
  ],
  checks: [
    { name: 'electronic_files_sha256_check', expression: 'length(sha256) = 32' },
    { name: 'electronic_files_version_check', expression: "format = 'facturae' and version >= 1" },
  ],
});

/**
 * Why an invoice could not be signed when a client last asked for it. Workers delete the row later.
 * The table is unlogged, because the next request finds the reason again.
 */
export const SigningRefusalRow = defineEntity({
  name: 'SigningRefusalRow',
  tableName: 'signing_refusals',
  properties: {
    issuedInvoiceId,
    organizationId: p.bigint('number'),
    reason: p.text(),
    detail: p.text().nullable(),
    refusedAt: p.datetime().defaultRaw('now()'),
  },
});
