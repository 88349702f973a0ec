import { defineEntity, p } from '@mikro-orm/core';

/** A registro de facturación: a link of a chain. Append-only; a trigger checks that it continues its chain. */
export const RegistrationRecordRow = defineEntity({
  name: 'RegistrationRecordRow',
  tableName: 'registration_records',
  properties: {
    chainId: p.bigint('number').primary(),
    /** From 1, without gaps. */
    sequence: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    issuedInvoiceId: p.bigint('number'),
    kind: p.string().length(10).$type<'alta' | 'anulacion'>(),
    previousHash: p.string().length(64).nullable(),
    hash: p.string().length(64),
    /** The record as hashed and as sent: one RegistroAlta or RegistroAnulacion element; null in the first record of an invoice, whose XML lies in a block. */
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
