import { defineEntity, p } from '@mikro-orm/core';
import type { InvoiceDocument } from '../../../contracts/invoice-document.ts';
import { IssuedInvoiceRow } from './issued-rows.ts';
import { OrganizationRow } from './organization-rows.ts';

/*
 * Render batches and the PDFs that they contain.
 */

/**
 * The PDFs of some invoices as Chromium rendered them together. The bytes never change; only the
 * place where they are stored does.
 */
export const RenderBatchRow = defineEntity({
  name: 'RenderBatchRow',
  tableName: 'render_batches',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().deleteRule('no action').name('organization_id'),
    /** The version of the stored format and of its extractor. */
    version: p.smallint(),
    sha256: p.blob(),
    /** Null if the content is in the object store. */
    content: p.blob().nullable(),
    renderedAt: p.datetime().defaultRaw('now()'),
    /** The day on which it was put into the object store. The day is part of its key there. */
    storedOn: p.date().nullable(),
    /** Since when it has been missing or changed in the object store. */
    lostAt: p.datetime().nullable(),
  },
  indexes: [
    {
      name: 'render_batches_stored_on_index',
      expression:
        'create index render_batches_stored_on_index on render_batches (stored_on, sha256) where stored_on is not null',
    },
    {
      name: 'render_batches_inside_index',
      expression: 'create index render_batches_inside_index on render_batches (id) where stored_on is null',
    },
    {
      name: 'render_batches_outside_index',
      expression:
        'create index render_batches_outside_index on render_batches (id) where stored_on is not null',
    },
  ],
  checks: [
    { name: 'render_batches_version_check', expression: 'version >= 1' },
    { name: 'render_batches_place_check', expression: '(content is null) = (stored_on is not null)' },
    { name: 'render_batches_lost_at_check', expression: 'lost_at is null or stored_on is not null' },
  ],
});

/**
 * An invoice whose preview a client waits for. The request that inserts it erases its contents
 * before it answers, and workers delete it later. The table is unlogged, because nothing of it is
 * kept.
 */
export const PreviewRow = defineEntity({
  name: 'PreviewRow',
  tableName: 'previews',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().deleteRule('no action').name('organization_id'),
    requestedAt: p.datetime().defaultRaw('now()'),
    document: p.json<InvoiceDocument>(),
    /** Null until a worker has rendered it, or has found out that it cannot. */
    pdf: p.blob().nullable(),
    failure: p.text().nullable(),
  },
});

/**
 * The PDF of an issued invoice. It is rendered once, and a second time if the invoice is annulled.
 */
export const PdfRow = defineEntity({
  name: 'PdfRow',
  tableName: 'pdfs',
  properties: {
    issuedInvoiceId: () =>
      p
        .manyToOne(IssuedInvoiceRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('issued_invoice_id'),
    isAnnulled: p.boolean().default(false).primary(),
    organizationId: p.bigint('number'),
    pages: p.smallint(),
    /** The render batch from which the PDF is extracted. */
    renderBatchId: p.bigint('number'),
    renderedAt: p.datetime().defaultRaw('now()'),
  },
});
