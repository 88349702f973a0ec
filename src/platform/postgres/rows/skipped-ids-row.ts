import { defineEntity, p } from '@mikro-orm/core';

/** For which database the ids leapt ahead last: one that takes the place of another may not know which ids that one gave out. One row. */
export const SkippedIdsRow = defineEntity({
  name: 'SkippedIdsRow',
  tableName: 'skipped_ids',
  properties: {
    id: p.smallint().primary().autoincrement(false),
    /** As `database_identity()` tells it. */
    identity: p.text(),
    /** Named by whoever found a loss that the identity does not tell. */
    lost: p.text().nullable(),
  },
  checks: [{ name: 'skipped_ids_id_check', expression: 'id = 1' }],
});
