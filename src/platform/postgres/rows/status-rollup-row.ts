import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** How many of 1000 consecutive batches of an organization have each status, once all have ended. Rollup 0 holds the ordinals 1 to 1000. A row never changes. */
export const StatusRollupRow = defineEntity({
  name: 'StatusRollupRow',
  tableName: 'status_rollups_1',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup: p.bigint('number').primary(),
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
    { name: 'status_rollups_1_rollup_check', expression: 'rollup >= 0' },
    { name: 'status_rollups_1_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'status_rollups_1_whole_check',
      expression: 'processed + processed_with_errors + failed = 1000',
    },
    {
      name: 'status_rollups_1_places_check',
      expression:
        'cardinality(processed_places) = processed and cardinality(processed_with_errors_places) = processed_with_errors and cardinality(failed_places) = failed',
    },
  ],
});
