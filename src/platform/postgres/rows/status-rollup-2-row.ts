import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** The sums of 16 consecutive status rollups of level 1. Rollup 0 holds the rollups 0 to 15. A row never changes. */
export const StatusRollup2Row = defineEntity({
  name: 'StatusRollup2Row',
  tableName: 'status_rollups_2',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    rollup2: p.bigint('number').primary().name('rollup_2'),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** How many of each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
  },
  checks: [
    { name: 'status_rollups_2_rollup_check', expression: 'rollup_2 >= 0' },
    { name: 'status_rollups_2_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'status_rollups_2_whole_check',
      expression: 'processed + processed_with_errors + failed = 16000',
    },
  ],
});
