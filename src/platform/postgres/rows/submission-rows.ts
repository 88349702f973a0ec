import { defineEntity, p } from '@mikro-orm/core';
import type { RecordAnswerState } from 'verifactu-protocol/remission/answer';
import { ChainRow } from './issued-rows.ts';

/*
 * Messages to AEAT and its answers.
 */

/**
 * The state of the submission of a chain's records. Each chain has one row, created with the chain;
 * only the sending worker changes it.
 */
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
    /** AEAT has answered every record up to this one. */
    remittedSequence: p.bigint('number').default(0),
    /**
     * The number of the last attempt. The worker that began it may change the row until another
     * attempt begins.
     */
    attempt: p.bigint('number').default(0),
    /**
     * The TiempoEsperaEnvio of the last answer that contained one; 60 before that (Orden
     * HAC/1177/2024, art. 16.2).
     */
    waitSeconds: p.integer().default(60),
    /**
     * The TiempoEsperaEnvio of that answer if it exceeds AEAT_MAX_WAIT_SECONDS, which then applies
     * instead.
     */
    excessiveWaitSeconds: p.integer().nullable(),
    /**
     * The earliest time of the next submission; null before the first one. A full envelope may go
     * earlier unless sending is failing.
     */
    nextAllowedAt: p.datetime().nullable(),
    /** An attempt is in progress, until this time at the latest. */
    sendingUntil: p.datetime().nullable(),
    /** The number of attempts since AEAT last answered all records of an envelope. */
    failures: p.integer().default(0),
    /** When sending began to fail (art. 16.4); null while it works. */
    incidentSince: p.datetime().nullable(),
    /**
     * The chain's last record when sending last failed, or when it worked again afterwards. An
     * incident delayed the records up to this one, which are sent with Incidencia=S.
     */
    incidentSequence: p.bigint('number').default(0),
    /** If set, nothing is sent until an operator resumes the chain. */
    haltedAt: p.datetime().nullable(),
    haltedReason: p.text().nullable(),
    /**
     * Set after a restore. Nothing is issued in the chain until a comparison shows that AEAT has no
     * further records of it.
     */
    compareSince: p.datetime().nullable(),
    /** AEAT gave no answer to the comparison and is not asked again before this time. */
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

/**
 * An envelope for AEAT, fixed when it was built. A chain has at most one open envelope. It ends
 * when all its records are answered or when another envelope with the same records supersedes it.
 */
export const SubmissionRow = defineEntity({
  name: 'SubmissionRow',
  tableName: 'submissions',
  properties: {
    id: p.bigint('number').primary().autoincrement(),
    organizationId: p.bigint('number'),
    chainId: () => p.manyToOne(ChainRow).mapToPk().name('chain_id'),
    firstSequence: p.bigint('number'),
    lastSequence: p.bigint('number'),
    /** Whether the message contains Incidencia=S. */
    hasIncident: p.boolean(),
    /** The message, compressed with zstd. It is sent again after an unknown outcome. */
    request: p.blob(),
    createdAt: p.datetime(),
    /** When the last of its records was answered. */
    answeredAt: p.datetime().nullable(),
    /** When another envelope with the same records replaced it. */
    supersededAt: p.datetime().nullable(),
    /** SHA-256 of the stored message. Set only if the message was erased, at `erasedAt`. */
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

/**
 * An attempt to send a submission, with its outcome. Append-only. A missing number belongs to a
 * worker that died.
 */
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
    /** The code of a fault. */
    code: p.integer().nullable(),
    message: p.text().nullable(),
    httpStatus: p.smallint().nullable(),
    /** The TiempoEsperaEnvio of the answer. */
    waitSeconds: p.integer().nullable(),
    /** The CSV of the answer, which AEAT gives only once. */
    csv: p.text().nullable(),
    /** The answer, compressed with zstd. */
    answer: p.blob().nullable(),
    /** SHA-256 of the stored answer. Set only if the answer was erased, at `erasedAt`. */
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

/** AEAT's answer about a registration record. Append-only: the first answer is kept. */
export const RecordAnswerRow = defineEntity({
  name: 'RecordAnswerRow',
  tableName: 'record_answers',
  properties: {
    chainId: p.bigint('number').primary(),
    sequence: p.bigint('number').primary(),
    organizationId: p.bigint('number'),
    /** The envelope and the attempt that brought the answer. */
    submissionId: p.bigint('number'),
    attempt: p.bigint('number'),
    state: p.string().length(20).$type<RecordAnswerState>(),
    /** AEAT's own code and message, in Spanish. */
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
    { name: 'record_answers_answered_at_index', properties: ['organizationId', 'answeredAt'] },
    {
      name: 'record_answers_state_index',
      expression:
        "create index record_answers_state_index on record_answers (organization_id, state, answered_at) where state <> 'accepted'",
    },
  ],
  checks: [
    {
      name: 'record_answers_state_check',
      expression: "state in ('accepted', 'accepted_with_errors', 'rejected')",
    },
  ],
});
