import type { SubmitOutcome, UnknownOutcome } from 'verifactu-protocol/client/outcome';
import type { AeatError } from 'verifactu-protocol/remission/answer';
import { judgeAnswer, judgeFault, type RecordVerdict } from 'verifactu-protocol/remission/judge-answer';
import type { DuplicateVerdict } from 'verifactu-protocol/remission/judge-duplicate';
import type { ChainRecord, NewRecordAnswer } from '../statements/remission.ts';

/**
 * The outcome of an attempt: the outcome of the client, or the reason why nothing was sent. Reasons
 * are that the certificate could not be opened, AEAT's register already has records or gave no
 * answer, or another database became active.
 */
export type AttemptOutcome =
  | SubmitOutcome
  | (Omit<UnknownOutcome, 'reason'> & {
      readonly reason: 'certificate' | 'registered' | 'register_silent' | 'another_database';
    });

/** A record that, according to AEAT, is already registered (3000) or annulled (3001). */
export type Duplicate = { readonly record: ChainRecord; readonly error: AeatError };

export type AttemptJudgement = {
  /** Final answers from this attempt. */
  readonly answers: readonly NewRecordAnswer[];
  /** Records that AEAT already has. Its register must show whether they are the same records. */
  readonly duplicates: readonly Duplicate[];
  /** The reason why a person must act before anything more is sent; null when there is none. */
  readonly haltedReason: string | null;
  /** Number of lines and states that could not be read or matched, for the log. */
  readonly strangeLines: number;
};

/** Evaluates the outcome of sending these records. Records without an answer are sent again. */
export function judgeAttempt(records: readonly ChainRecord[], outcome: AttemptOutcome): AttemptJudgement {
  const nothing = { answers: [], duplicates: [], haltedReason: null, strangeLines: 0 };
  switch (outcome.kind) {
    case 'unknown':
      return nothing;
    case 'fault': {
      const isFinal = judgeFault(outcome.fault) !== 'retry_later';
      return { ...nothing, haltedReason: isFinal ? describeError(outcome.fault) : null };
    }
    case 'answered': {
      const { verdicts, strangeLines } = judgeAnswer(records, outcome.answer);
      const open = verdicts.filter(({ record }) => !record.isAnswered);
      return {
        answers: open.flatMap(({ record, verdict }) => toAnswer(record, verdict)),
        duplicates: open.flatMap(({ record, verdict }) =>
          verdict.kind === 'duplicate' || verdict.kind === 'already_annulled'
            ? [{ record, error: { code: verdict.code, text: verdict.text } }]
            : [],
        ),
        haltedReason: null,
        strangeLines: strangeLines.length + outcome.answer.unreadableLines,
      };
    }
  }
}

/** Returns the final answer for a verdict, or an empty list when the verdict is open. */
export function toAnswer(
  { sequence }: ChainRecord,
  verdict: RecordVerdict | DuplicateVerdict,
): NewRecordAnswer[] {
  switch (verdict.kind) {
    case 'accepted':
      return [{ sequence, state: 'accepted', code: null, message: null }];
    case 'accepted_with_errors':
    case 'rejected':
      return [{ sequence, state: verdict.kind, code: verdict.code, message: verdict.text }];
    case 'duplicate':
    case 'already_annulled':
    case 'technical':
    case 'missing':
    case 'unknown':
      return [];
  }
}

/** Formats an error for operators, such as `AEAT 4141: …`. */
function describeError({ code, text }: AeatError): string {
  return `AEAT ${code ?? 'without a code'}: ${text ?? 'no text'}`;
}
