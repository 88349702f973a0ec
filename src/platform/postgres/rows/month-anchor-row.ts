import { defineEntity, p } from '@mikro-orm/core';
import { ChainRow } from './chain-row.ts';

/** A run without a gap of a chain's records whose literals left with a month: the huellas before it and at its end. */
export const MonthAnchorRow = defineEntity({
  name: 'MonthAnchorRow',
  tableName: 'month_anchors',
  properties: {
    month: p.date().primary(),
    organizationId: p.bigint('number'),
    chainId: () => p.manyToOne(ChainRow).primary().mapToPk().deleteRule('no action').name('chain_id'),
    firstSequence: p.bigint('number').primary(),
    lastSequence: p.bigint('number'),
    hashBefore: p.string().length(64).nullable(),
    lastHash: p.string().length(64),
  },
  checks: [
    {
      name: 'month_anchors_sequence_check',
      expression: 'first_sequence >= 1 and last_sequence >= first_sequence',
    },
  ],
});
