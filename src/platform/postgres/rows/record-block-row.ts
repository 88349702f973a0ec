import { defineEntity } from '@mikro-orm/core';
import { listBlockChecks, BLOCK_PROPERTIES } from './block-properties.ts';

/** The first registration records of up to 64 neighbouring positions of a batch. Append-only. */
export const RecordBlockRow = defineEntity({
  name: 'RecordBlockRow',
  tableName: 'record_blocks',
  properties: BLOCK_PROPERTIES,
  checks: listBlockChecks('record_blocks'),
});
