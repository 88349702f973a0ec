import { defineEntity, p } from '@mikro-orm/core';
import { IssuedInvoiceRow } from './issued-invoice-row.ts';

/** The PDF of an issued invoice, rendered once; and once more when the invoice was annulled. */
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
    /** The render batch from which it is extracted. */
    renderBatchId: p.bigint('number'),
    renderedAt: p.datetime().defaultRaw('now()'),
  },
});
