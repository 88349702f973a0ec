import { defineEntity, p } from '@mikro-orm/core';

/** What an operator corrected after issuing, and why. Its registration record stands at `sequence` of the chain. */
export const CorrectionRow = defineEntity({
  name: 'CorrectionRow',
  tableName: 'corrections',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
    chainId: p.bigint('number'),
    sequence: p.bigint('number'),
    kind: p.string().length(12).$type<'subsanacion' | 'anulacion'>(),
    reason: p.text(),
    /** Who gave the order. */
    operator: p.text(),
    createdAt: p.datetime(),
    /** Of an annulment: when the PDF that tells of it was there. */
    renderedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'corrections_issued_invoice_id_index', properties: ['issuedInvoiceId'] },
    {
      name: 'corrections_unrendered_index',
      properties: ['id'],
      where: "kind = 'anulacion' and rendered_at is null",
    },
  ],
  uniques: [{ name: 'corrections_chain_id_sequence_unique', properties: ['chainId', 'sequence'] }],
  checks: [
    { name: 'corrections_kind_check', expression: "kind in ('subsanacion', 'anulacion')" },
    { name: 'corrections_texts_check', expression: "btrim(reason) <> '' and btrim(operator) <> ''" },
  ],
});
