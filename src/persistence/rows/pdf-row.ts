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
    /** Of a PDF with bytes of its own, which earlier versions stored. */
    sha256: p.blob().nullable(),
    pages: p.smallint(),
    /** Of a PDF with bytes of its own. */
    content: p.blob().nullable(),
    /** The print that it is cut out of. */
    printId: p.bigint('number').nullable(),
    renderedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [
    {
      name: 'pdfs_print_check',
      expression:
        'case when print_id is null then content is not null and sha256 is not null else content is null and sha256 is null end',
    },
  ],
});
