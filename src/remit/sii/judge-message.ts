import type { SiiState } from '../../contracts/registers.ts';
import { judgeFault, judgeLines, type LineVerdict } from '../../domain/sii/messages/judge-lines.ts';
import type { SubmissionAnswer } from '../../domain/sii/messages/answers.ts';
import type { Outcome, UnknownOutcome } from 'verifactu-protocol/client/outcome';
import type { SentEntry, SiiClaim } from './claim-message.ts';

/** The outcome of an attempt: that of the client, or the reason why nothing was sent. */
export type SiiOutcome =
  | Outcome<SubmissionAnswer>
  | (Omit<UnknownOutcome, 'reason'> & {
      readonly reason: 'certificate' | 'another_database' | 'look_up';
    });

/** How AEAT left an entry. An unsettled one is sent again in another message. */
export type SettledLine = {
  readonly invoiceId: number;
  readonly state:
    | Extract<SiiState, 'accepted' | 'accepted_with_errors' | 'rejected' | 'withdrawn'>
    | 'unsettled';
  readonly code: number | null;
  readonly message: string | null;
  readonly csv: string | null;
};

export type MessageJudgement = {
  readonly lines: readonly SettledLine[];
  /**
   * Entries that AEAT has already, and collections without a clear result. Its book must show whether
   * it has them.
   */
  readonly duplicates: readonly SentEntry[];
  /** Why nothing of the issuer is sent until a person has acted; null if that is not so. */
  readonly haltedReason: string | null;
  /** Number of lines that match no entry, for the log. */
  readonly strangeLines: number;
};

/**
 * Evaluates the outcome of a message. After an unknown outcome nothing is settled: the same bytes are
 * sent again, and AEAT answers 3000 for what it has registered. Collections are looked up instead.
 */
export function judgeMessage(
  { kind, entries }: Pick<SiiClaim, 'kind' | 'entries'>,
  outcome: SiiOutcome,
): MessageJudgement {
  const nothing = { lines: [], duplicates: [], haltedReason: null, strangeLines: 0 };
  if (outcome.kind === 'unknown') return nothing;
  if (outcome.kind === 'fault') {
    const { fault } = outcome;
    if (judgeFault(fault) === 'retry_later') return nothing;
    // AEAT registered nothing. Once the cause is mended, a new message contains the entries.
    return {
      ...nothing,
      lines: entries.map(({ invoiceId }) => ({ invoiceId, ...UNSETTLED })),
      haltedReason: `AEAT ${fault.code ?? 'without a code'}: ${fault.text ?? 'no text'}`,
    };
  }
  const { answer } = outcome;
  const { verdicts, strangeLines } = judgeLines(kind, entries, answer);
  // AEAT would add collections that are sent again to those that it has.
  const duplicates = verdicts.filter(
    ({ verdict }) => verdict.kind === 'duplicate' || (kind === 'cobros' && verdict.kind === 'missing'),
  );
  return {
    lines: verdicts.flatMap(({ entry, verdict }) =>
      verdict.kind === 'duplicate' || (kind === 'cobros' && verdict.kind === 'missing')
        ? []
        : [{ invoiceId: entry.invoiceId, ...settle(kind, verdict, answer.csv) }],
    ),
    duplicates: duplicates.map(({ entry }) => entry),
    haltedReason: null,
    strangeLines: strangeLines.length + answer.unreadableLines,
  };
}

const UNSETTLED = { state: 'unsettled', code: null, message: null, csv: null } as const;

function settle(
  kind: SiiClaim['kind'],
  verdict: Exclude<LineVerdict, { readonly kind: 'duplicate' }>,
  csv: string | null,
): Omit<SettledLine, 'invoiceId'> {
  switch (verdict.kind) {
    case 'accepted':
      return { state: kind === 'baja' ? 'withdrawn' : 'accepted', code: null, message: null, csv };
    case 'accepted_with_errors': {
      const { code, text } = verdict;
      return { state: kind === 'baja' ? 'withdrawn' : 'accepted_with_errors', code, message: text, csv };
    }
    case 'already_withdrawn':
      return { state: 'withdrawn', code: verdict.code, message: verdict.text, csv: null };
    // An invoice whose entry SII rejected is annulled as well: its book has nothing to withdraw.
    case 'unknown_entry':
      return {
        state: kind === 'baja' ? 'withdrawn' : 'rejected',
        code: verdict.code,
        message: verdict.text,
        csv: null,
      };
    case 'rejected':
      return { state: 'rejected', code: verdict.code, message: verdict.text, csv: null };
    case 'technical':
    case 'missing':
      return UNSETTLED;
  }
}
