import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** What became of 1000 consecutive batches of an organization, all of which have ended. Block 0 holds the ordinals 1 to 1000. Never changes. */
export const BatchBlockRow = defineEntity({
  name: 'BatchBlockRow',
  tableName: 'batch_blocks',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    block: p.bigint('number').primary(),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** How many of each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
    /** Which of them, from 1 to 1000, ascending. */
    processedPlaces: p.array().columnType('smallint[]'),
    processedWithErrorsPlaces: p.array().columnType('smallint[]'),
    failedPlaces: p.array().columnType('smallint[]'),
  },
  checks: [
    { name: 'batch_blocks_block_check', expression: 'block >= 0' },
    { name: 'batch_blocks_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'batch_blocks_whole_check',
      expression: 'processed + processed_with_errors + failed = 1000',
    },
    {
      name: 'batch_blocks_places_check',
      expression:
        'cardinality(processed_places) = processed and cardinality(processed_with_errors_places) = processed_with_errors and cardinality(failed_places) = failed',
    },
  ],
});
