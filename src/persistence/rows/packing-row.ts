import { defineEntity, p } from '@mikro-orm/core';

/** That literals lie in packs, and how far the rows of before are packed. One row; none while workers of the version before may still read. */
export const PackingRow = defineEntity({
  name: 'PackingRow',
  tableName: 'packing',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    startedAt: p.datetime(),
    /** The last issued invoice that may stand in its row. */
    untilId: p.bigint('number'),
    /** Up to this one they are packed. */
    packedId: p.bigint('number'),
  },
  checks: [
    { name: 'packing_id_check', expression: 'id = 1' },
    { name: 'packing_packed_id_check', expression: 'packed_id >= 0 and packed_id <= until_id' },
  ],
});
