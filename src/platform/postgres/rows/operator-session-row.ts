import { defineEntity, p } from '@mikro-orm/core';
import { OperatorRow } from './operator-row.ts';

/** A session of an operator, found by the SHA-256 of its token. It ends some time after its last use, and some time after its beginning. */
export const OperatorSessionRow = defineEntity({
  name: 'OperatorSessionRow',
  tableName: 'operator_sessions',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    operatorId: () => p.manyToOne(OperatorRow).mapToPk().name('operator_id'),
    createdAt: p.datetime(),
    usedAt: p.datetime(),
  },
  indexes: [{ name: 'operator_sessions_operator_id_index', properties: ['operatorId'] }],
});
