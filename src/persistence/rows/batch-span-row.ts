import { defineEntity, p } from '@mikro-orm/core';
import { OrganizationRow } from './organization-row.ts';

/** What became of 16 consecutive blocks of batches of an organization, all of which are counted. Span 0 holds the blocks 0 to 15. Never changes. */
export const BatchSpanRow = defineEntity({
  name: 'BatchSpanRow',
  tableName: 'batch_spans',
  properties: {
    organizationId: () => p.manyToOne(OrganizationRow).mapToPk().primary().name('organization_id'),
    span: p.bigint('number').primary(),
    firstReceivedAt: p.datetime(),
    lastReceivedAt: p.datetime(),
    /** How many of each status. */
    processed: p.smallint(),
    processedWithErrors: p.smallint(),
    failed: p.smallint(),
  },
  checks: [
    { name: 'batch_spans_span_check', expression: 'span >= 0' },
    { name: 'batch_spans_times_check', expression: 'first_received_at <= last_received_at' },
    {
      name: 'batch_spans_whole_check',
      expression: 'processed + processed_with_errors + failed = 16000',
    },
  ],
});
