import type { SubmitOutcome, UnknownOutcome } from '../aeat/outcome.ts';
import type { AeatError } from '../../domain/verifactu/answer.ts';
import { judgeAnswer, judgeFault, type RecordVerdict } from '../../domain/verifactu/judge-answer.ts';
import type { DuplicateVerdict } from '../../domain/verifactu/judge-duplicate.ts';
import type { ChainRecord, NewRecordAnswer } from '../statements/remission.ts';

/**
 * What came of a try: as the client tells it, or why nothing was sent: the certificate could not be opened, AEAT's register has records
 * already, or it did not tell what it has, or another database was taken into use.
 */
export type AttemptOutcome =
  | SubmitOutcome
  | (Omit<UnknownOutcome, 'reason'> & {
      readonly reason: 'certificate' | 'registered' | 'register_silent' | 'another_database';
    });

/** A record that AEAT calls registered (3000) or annulled (3001) already. */
export type Duplicate = { readonly record: ChainRecord; readonly error: AeatError };

export type AttemptJudgement = {
  /** Final answers that the try brought. */
  readonly answers: readonly NewRecordAnswer[];
  /** Records that AEAT has already: its register must tell whether as ours. */
  readonly duplicates: readonly Duplicate[];
  /** Why a person must look before anything more is sent; null where not. */
  readonly haltedReason: string | null;
  /** Lines and states that could not be read or matched, for the log. */
  readonly strangeLines: number;
};

/** Judges what came of sending these records. What has no answer by then is sent again. */
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

/** The final answer that a verdict is; none where it is open. */
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

/** `AEAT 4141: …`, for operators. */
function describeError({ code, text }: AeatError): string {
  return `AEAT ${code ?? 'without a code'}: ${text ?? 'no text'}`;
}
