import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** The head of a chain of registration records: one per organization and issuer that is not retired. Locked and moved by whoever appends. */
export const ChainRow = defineEntity({
  name: 'ChainRow',
  tableName: 'chains',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().name('organization_id'),
    issuerNif: p.string().length(9),
    /** AEAT's NumeroInstalacion: never repeated. */
    installationNumber: p.string().length(100).unique(),
    /** The last record; 0 when there is none. */
    sequence: p.bigint('number').default(0),
    /** Huella and identity of the last record's invoice. */
    lastHash: p.string().length(64).nullable(),
    lastInvoiceNumber: p.string().length(60).nullable(),
    lastIssueDate: p.date().nullable(),
    createdAt: p.datetime().defaultRaw('now()'),
    /** When another chain of the issuer took its place, after a restore. */
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
