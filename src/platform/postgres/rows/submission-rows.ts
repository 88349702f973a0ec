import { defineEntity, p } from '@mikro-orm/core';
import type { RecordAnswerState } from '../../../domain/verifactu/answer.ts';
import { ChainRow } from './issued-rows.ts';

/* What AEAT is sent, and what it answers. */

/** Where the remission of a chain stands. One per chain, made with it; only whoever sends moves it. */
export const RemissionRow = defineEntity({
  name: 'RemissionRow',
  tableName: 'remissions',
  properties: {
    chainId: () =>
      p
        .manyToOne(ChainRow)
        .primary()
        .mapToPk()
        .deleteRule('no action')
        .updateRule('no action')
        .name('chain_id'),
    organizationId: p.bigint('number'),
    /** AEAT answered every record up to this one. */
    remittedSequence: p.bigint('number').default(0),
    /** Number of the last try: who began it may move the row until another one begins. */
    attempt: p.bigint('number').default(0),
    /** TiempoEsperaEnvio of the last answer that told it; 60 before (Orden HAC/1177/2024, art. 16.2). */
    waitSeconds: p.integer().default(60),
    /** TiempoEsperaEnvio of that answer, where it is above AEAT_MAX_WAIT_SECONDS: then that limit is kept instead. */
    excessiveWaitSeconds: p.integer().nullable(),
    /** Nothing goes before, but a full envelope while nothing fails; null before the first one. */
    nextAllowedAt: p.datetime().nullable(),
    /** A try is under way, at most until then. */
    sendingUntil: p.datetime().nullable(),
    /** Tries since the last answer for all records of an envelope. */
    failures: p.integer().default(0),
    /** When sending began to fail (art. 16.4); null when it works. */
    incidentSince: p.datetime().nullable(),
    /** The chain's last record when sending failed last, or worked again after it: those up to here were delayed by an incident and say Incidencia=S. */
    incidentSequence: p.bigint('number').default(0),
    /** Set: nothing is sent until an operator resumes it. */
    haltedAt: p.datetime().nullable(),
    haltedReason: p.text().nullable(),
    /** Set after a restore: nothing is issued in the chain until AEAT is known not to be ahead of it. */
    compareSince: p.datetime().nullable(),
    /** AEAT did not tell: it is not asked again before. */
    compareAfter: p.datetime().nullable(),
  },
  checks: [
    { name: 'remissions_compare_since_check', expression: 'isfinite(compare_since)' },
    { name: 'remissions_excessive_wait_check', expression: 'excessive_wait_seconds > 0' },
    {
      name: 'remissions_numbers_check',
      expression: 'remitted_sequence >= 0 and attempt >= 0 and wait_seconds >= 0 and failures >= 0',
    },
    { name: 'remissions_halted_check', expression: '(halted_at is null) = (halted_reason is null)' },
  ],
});

/** One envelope for AEAT, frozen when it was built. At most one of a chain is open. */
export const SubmissionRow = defineEntity({
  name: 'SubmissionRow',
  tableName: 'submissions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    chainId: () => p.manyToOne(ChainRow).mapToPk().name('chain_id'),
    firstSequence: p.bigint('number'),
    lastSequence: p.bigint('number'),
    /** Whether it says Incidencia=S. */
    hasIncident: p.boolean(),
    /** The message, compressed with zstd: what goes again after an unknown outcome. */
    request: p.blob(),
    createdAt: p.datetime(),
    /** When the last of its records got its answer. */
    answeredAt: p.datetime().nullable(),
    /** When another envelope with the same records took its place. */
    supersededAt: p.datetime().nullable(),
    /** SHA-256 of the message as it was stored; only where it was erased, at `erasedAt`. */
    sha256: p.blob().nullable(),
    erasedAt: p.datetime().nullable(),
  },
  indexes: [
    { name: 'submissions_chain_id_first_sequence_index', properties: ['chainId', 'firstSequence'] },
    {
      name: 'submissions_open_unique',
      expression:
        'create unique index submissions_open_unique on submissions (chain_id) where answered_at is null and superseded_at is null',
    },
  ],
  checks: [
    {
      name: 'submissions_size_check',
      expression: 'last_sequence >= first_sequence and last_sequence < first_sequence + 1000',
    },
    {
      name: 'submissions_erased_check',
      expression:
        'case when erased_at is null then sha256 is null else sha256 is not null and length(sha256) = 32 and length(request) = 0 end',
    },
  ],
});

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
