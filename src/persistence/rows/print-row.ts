import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** Some invoices' PDFs as they were printed, out of which each is cut. Immutable. */
export const PrintRow = defineEntity({
  name: 'PrintRow',
  tableName: 'prints',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: () =>
      p.manyToOne(OrganizationRow).mapToPk().deleteRule('no action').name('organization_id'),
    /** How it is stored, and which cutter cuts it. */
    version: p.smallint(),
    sha256: p.blob(),
    content: p.blob(),
    printedAt: p.datetime().defaultRaw('now()'),
  },
  checks: [{ name: 'prints_version_check', expression: 'version >= 1' }],
});
