import { defineEntity, p } from '@mikro-orm/core';
import type { RecordAnswerState } from '../../../domain/verifactu/answer.ts';

/** What AEAT said about a registration record. Append-only: its first answer stays. */
export const RecordAnswerRow = defineEntity({
  name: 'RecordAnswerRow',
  tableName: 'record_answers',
  properties: {
    chainId: p.bigint('number').primary(),
    sequence: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    /** Which envelope and which try of it brought the answer. */
    submissionId: p.bigint('number'),
    attempt: p.bigint('number'),
    state: p.string().length(20).$type<RecordAnswerState>(),
    /** AEAT's own, in Spanish. */
    code: p.integer().nullable(),
    message: p.text().nullable(),
    answeredAt: p.datetime(),
  },
  indexes: [
    {
      name: 'record_answers_imperfect_index',
      expression:
        "create index record_answers_imperfect_index on record_answers (answered_at) where state <> 'accepted'",
    },
  ],
  checks: [
    {
      name: 'record_answers_state_check',
      expression: "state in ('accepted', 'accepted_with_errors', 'rejected')",
    },
  ],
});
