import { defineEntity } from '@mikro-orm/core';
import { listPackChecks, PACK_PROPERTIES } from './pack-properties.ts';

/** The documents of issued invoices of up to 64 neighbouring positions of a batch. Append-only. */
export const DocumentPackRow = defineEntity({
  name: 'DocumentPackRow',
  tableName: 'document_packs',
  properties: PACK_PROPERTIES,
  checks: listPackChecks('document_packs'),
});
