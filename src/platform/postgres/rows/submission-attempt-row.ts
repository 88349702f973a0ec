import { defineEntity, p } from '@mikro-orm/core';
import { SubmissionRow } from './submission-row.ts';

/** One try to send a submission and what came of it. Append-only; a number that is missing is of a worker that died. */
export const SubmissionAttemptRow = defineEntity({
  name: 'SubmissionAttemptRow',
  tableName: 'submission_attempts',
  properties: {
    chainId: p.bigint('number').primary(),
    attempt: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    submissionId: () => p.manyToOne(SubmissionRow).mapToPk().name('submission_id'),
    startedAt: p.datetime(),
    endedAt: p.datetime(),
    outcome: p.string().length(10).$type<'answered' | 'fault' | 'unknown'>(),
    /** Why the outcome is unknown. */
    reason: p.string().length(20).nullable(),
    /** Of a fault. */
    code: p.integer().nullable(),
    message: p.text().nullable(),
    httpStatus: p.smallint().nullable(),
    /** TiempoEsperaEnvio as told. */
    waitSeconds: p.integer().nullable(),
    /** It cannot be had a second time. */
    csv: p.text().nullable(),
    /** What came back, compressed with zstd. */
    answer: p.blob().nullable(),
    /** SHA-256 of the answer as it was stored; only where it was erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [{ name: 'submission_attempts_submission_id_index', properties: ['submissionId'] }],
  checks: [
    {
      name: 'submission_attempts_outcome_check',
      expression: "outcome in ('answered', 'fault', 'unknown')",
    },
    {
      name: 'submission_attempts_reason_check',
      expression: "(outcome = 'unknown') = (reason is not null)",
    },
    {
      name: 'submission_attempts_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and answer is null end',
    },
  ],
});
