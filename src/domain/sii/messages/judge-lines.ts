import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import type { AeatError, Fault, RegisteredState } from 'verifactu-protocol/remission/answer';
import type { AnswerLine, SubmissionAnswer } from './answers.ts';
import type { SiiMessageKind } from '../../../contracts/registers.ts';

/** AEAT's codes whose meaning decides what happens; all others are decided by the state of the line. */
const DUPLICATE = 3000;
const ALREADY_WITHDRAWN = 3001;
const UNKNOWN_ENTRY = 3002;
const NOT_IN_SII = 4118;
/** AEAT failed, and the same bytes are sent again. */
const TECHNICAL: ReadonlySet<number> = new Set([
  3500, 3501, 3502, 4103, 4107, 4110, 4112, 4113, 4115, 4121, 4127, 4128,
]);

/** AEAT's result for one record of a message. */
export type LineVerdict =
  | { readonly kind: 'accepted' }
  /** It is registered; an A1 mends it. */
  | ({ readonly kind: 'accepted_with_errors' } & AeatError)
  /** It is not registered. An A0 is mended by another A0, an A1 by another A1. */
  | ({ readonly kind: 'rejected' } & AeatError)
  /**
   * AEAT 3000: an entry with this identity exists, and an earlier answer to the same bytes was lost,
   * or somebody else registered it. `registered` is null if AEAT does not say its state.
   */
  | ({
      readonly kind: 'duplicate';
      readonly registered: RegisteredState | null;
      readonly csv: string | null;
    } & AeatError)
  /** AEAT 3001: the entry is withdrawn already. */
  | ({ readonly kind: 'already_withdrawn' } & AeatError)
  /** AEAT 3002: there is no entry that an A1 or a baja could change. */
  | ({ readonly kind: 'unknown_entry' } & AeatError)
  /** AEAT failed. The same bytes are sent again. */
  | ({ readonly kind: 'technical' } & AeatError)
  /** The answer has no clear result for the record: its outcome is unknown. */
  | { readonly kind: 'missing' };

export type LineJudgement<E extends InvoiceIdentity> = {
  /** One verdict for each record, in the order of the records. */
  readonly verdicts: readonly { readonly entry: E; readonly verdict: LineVerdict }[];
  /** Lines that match no record, or contradict each other. */
  readonly strangeLines: readonly AnswerLine[];
};

/**
 * Determines the result of each record of a message from AEAT's answer. Lines are matched by issuer,
 * number and date, never by their order; those that contradict each other decide nothing.
 * @param entries of one message, which has each identity once.
 */
export function judgeLines<E extends InvoiceIdentity>(
  kind: SiiMessageKind,
  entries: readonly E[],
  { lines }: Pick<SubmissionAnswer, 'lines'>,
): LineJudgement<E> {
  const byIdentity = Map.groupBy(lines, keyOf);
  const verdicts = entries.map((entry) => ({
    entry,
    verdict: judgeAll(kind, byIdentity.get(keyOf(entry)) ?? []),
  }));
  const known = new Map(verdicts.map(({ entry, verdict }) => [keyOf(entry), verdict.kind]));
  const strangeLines = lines.filter((line) => (known.get(keyOf(line)) ?? 'missing') === 'missing');
  return { verdicts, strangeLines };
}

function keyOf({ issuerNif, issueDate, number }: InvoiceIdentity): string {
  return `${issuerNif} ${issueDate} ${number}`;
}

function judgeAll(kind: SiiMessageKind, lines: readonly AnswerLine[]): LineVerdict {
  const verdicts = lines.map((line) => judgeLine(kind, line));
  const isClear = new Set(verdicts.map((each) => JSON.stringify(each))).size === 1;
  return isClear ? verdicts[0]! : { kind: 'missing' };
}

function judgeLine(kind: SiiMessageKind, { status, code, text, duplicate, csv }: AnswerLine): LineVerdict {
  if (status === 'accepted') return { kind: 'accepted' };
  if (status === 'accepted_with_errors') return { kind: 'accepted_with_errors', code, text };
  if (code === DUPLICATE && kind === 'A0')
    return { kind: 'duplicate', registered: duplicate?.state ?? null, csv, code, text };
  if (code === ALREADY_WITHDRAWN && kind === 'baja') return { kind: 'already_withdrawn', code, text };
  if (code === UNKNOWN_ENTRY) return { kind: 'unknown_entry', code, text };
  if (code !== null && TECHNICAL.has(code)) return { kind: 'technical', code, text };
  return { kind: 'rejected', code, text };
}

/**
 * The reaction to a refused message. `retry_later`: the same bytes are sent again, because AEAT
 * failed and the outcome is unknown. `not_in_sii`: AEAT does not know the issuer as one in SII, and
 * nothing of it is sent until a person has acted. `refused`: nothing was registered, and the same
 * bytes would be refused again.
 */
export type FaultVerdict = 'retry_later' | 'not_in_sii' | 'refused';

/** Determines the reaction to a SOAP Fault from its code, or else from the side that it blames. */
export function judgeFault({ side, code }: Pick<Fault, 'side' | 'code'>): FaultVerdict {
  if (code === NOT_IN_SII) return 'not_in_sii';
  return side === 'server' || (code !== null && TECHNICAL.has(code)) ? 'retry_later' : 'refused';
}
