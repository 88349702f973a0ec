import { defineEntity } from '@mikro-orm/core';
import { listBlockChecks, BLOCK_PROPERTIES } from './block-properties.ts';

/** The documents of issued invoices of up to 64 neighbouring positions of a batch. Append-only. */
export const DocumentBlockRow = defineEntity({
  name: 'DocumentBlockRow',
  tableName: 'document_blocks',
  properties: BLOCK_PROPERTIES,
  checks: listBlockChecks('document_blocks'),
});
