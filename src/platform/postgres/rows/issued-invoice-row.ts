import { defineEntity, type Opt, p } from '@mikro-orm/core';
import { IssuerProfileRow } from './issuer-profile-row.ts';

/** The immutable document that a valid batch invoice became. It has the batch invoice's id. */
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
    /** The address inside the QR; null without VeriFactu. */
    qrUrl: p.text().nullable(),
    issuedAt: p.datetime(),
    /** These three as in the document, for whoever asks nothing else of it. */
    invoiceType: p.string().length(2),
    issuerName: p.text(),
    /** Null where the document has none. */
    operationDate: p.date().nullable(),
    /** Length of the document in UTF-8: long ones are printed apart. */
    documentBytes: p.integer(),
    /** The issued invoice that it corrects (R1 to R5) or replaces (F3). */
    rectifiedInvoiceId: p.bigint('number').nullable(),
    /** The calendar year in which its number is unique. */
    issueYear: p
      .smallint()
      .$type<Opt<number>>()
      .generated("(date_part('year'::text, issue_date))::smallint stored"),
    /** The number in upper case: numbers that differ in case alone are found by it. */
    numberKey: p
      .string()
      .$type<Opt<string>>()
      .length(60)
      .generated('upper(((invoice_number)::text COLLATE "C")) stored'),
  },
  indexes: [
    {
      name: 'issued_invoices_rectified',
      expression:
        'create index "issued_invoices_rectified" on "issued_invoices" ("rectified_invoice_id") where rectified_invoice_id is not null',
    },
  ],
  uniques: [
    {
      name: 'issued_invoices_number_unique',
      properties: ['organizationId', 'issuerNif', 'numberKey', 'issueYear', 'invoiceNumber'],
    },
  ],
});
