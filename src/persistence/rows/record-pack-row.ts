import { defineEntity } from '@mikro-orm/core';
import { listPackChecks, PACK_PROPERTIES } from './pack-properties.ts';

/** The first registration records of up to 64 neighbouring positions of a batch. Append-only. */
export const RecordPackRow = defineEntity({
  name: 'RecordPackRow',
  tableName: 'record_packs',
  properties: PACK_PROPERTIES,
  checks: listPackChecks('record_packs'),
});
