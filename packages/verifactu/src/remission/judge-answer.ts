import type { InvoiceIdentity } from '../records/invoice-identity.ts';
import type {
  AeatError,
  AnswerLine,
  Fault,
  RecordKind,
  RegisteredDuplicate,
  RegistrationAnswer,
} from './answer.ts';
import { ALREADY_ANNULLED, DUPLICATE, isTechnical, SUSPENDED } from './answer-codes.ts';

/** A record that was sent to AEAT. */
export type RemittedRecord = InvoiceIdentity & {
  readonly kind: RecordKind;
  /** RefExterna; unique for each record. */
  readonly externalReference: string;
};

/** AEAT's result for one record. */
export type RecordVerdict =
  | { readonly kind: 'accepted' }
  | ({ readonly kind: 'accepted_with_errors' } & AeatError)
  /** AEAT refused the content. The record is not sent again. */
  | ({ readonly kind: 'rejected' } & AeatError)
  /**
   * AEAT 3000. Only the hash shows whether the registered record is this one; see `judgeDuplicate`.
   */
  | ({ readonly kind: 'duplicate'; readonly registered: RegisteredDuplicate | null } & AeatError)
  /**
   * AEAT 3001 for an anulación. The anulación may have been registered before if an earlier answer
   * was lost.
   */
  | ({ readonly kind: 'already_annulled' } & AeatError)
  /** AEAT failed. The same bytes are sent again. */
  | ({ readonly kind: 'technical' } & AeatError)
  /**
   * The answer has no clear result for the record. The outcome is unknown, and the same bytes are
   * sent again.
   */
  | { readonly kind: 'missing' };

export type Judgement<R extends RemittedRecord> = {
  /** One verdict for each record, in the order of the records. */
  readonly verdicts: readonly { readonly record: R; readonly verdict: RecordVerdict }[];
  /** Lines that match no record or more than one, or that contradict each other. */
  readonly strangeLines: readonly AnswerLine[];
};

/**
 * Determines the result of each record of a message from AEAT's answer. Lines are matched by
 * invoice, operation and RefExterna, never by their order. Lines that contradict each other or
 * match more than one record are ignored.
 */
export function judgeAnswer<R extends RemittedRecord>(
  records: readonly R[],
  answer: Pick<RegistrationAnswer, 'lines'>,
): Judgement<R> {
  const { matched, strangeLines } = matchLines(records, answer.lines);
  const verdicts = records.map((record) => ({ record, verdict: judgeLines(matched.get(record) ?? []) }));
  const undecided = verdicts.filter(({ verdict }) => verdict.kind === 'missing');
  return {
    verdicts,
    strangeLines: [...strangeLines, ...undecided.flatMap(({ record }) => matched.get(record) ?? [])],
  };
}

function matchLines<R extends RemittedRecord>(records: readonly R[], lines: readonly AnswerLine[]) {
  const byKey = Map.groupBy(records, keyOf);
  const matched = new Map<R, AnswerLine[]>();
  const strangeLines: AnswerLine[] = [];
  for (const line of lines) {
    const fitting = (byKey.get(keyOf(line)) ?? []).filter((record) => fits(line, record));
    const [record] = fitting;
    if (record === undefined || fitting.length > 1) strangeLines.push(line);
    else if (matched.get(record)?.push(line) === undefined) matched.set(record, [line]);
  }
  return { matched, strangeLines };
}

/**
 * Returns whether the RefExterna of a line matches a record. An absent RefExterna matches every
 * record.
 */
function fits(line: AnswerLine, record: RemittedRecord): boolean {
  return line.externalReference === null || line.externalReference === record.externalReference;
}

function keyOf({ kind, issuerNif, issueDate, number }: InvoiceIdentity & { kind: RecordKind }): string {
  return `${kind} ${issuerNif} ${issueDate} ${number}`;
}

function judgeLines(lines: readonly AnswerLine[]): RecordVerdict {
  const verdicts = lines.map(judgeLine);
  const [verdict] = verdicts;
  const isClear = new Set(verdicts.map((each) => JSON.stringify(each))).size === 1;
  return verdict !== undefined && isClear ? verdict : { kind: 'missing' };
}

function judgeLine(line: AnswerLine): RecordVerdict {
  const { status, code, text } = line;
  switch (status) {
    case 'accepted':
      return { kind: 'accepted' };
    case 'accepted_with_errors':
      return { kind: 'accepted_with_errors', code, text };
    case 'rejected':
      return judgeRejection(line);
  }
}

function judgeRejection({ kind, code, text, duplicate }: AnswerLine): RecordVerdict {
  if (code === DUPLICATE) return { kind: 'duplicate', registered: duplicate, code, text };
  if (code === ALREADY_ANNULLED && kind === 'anulacion') return { kind: 'already_annulled', code, text };
  if (isTechnical(code)) return { kind: 'technical', code, text };
  return { kind: 'rejected', code, text };
}

/**
 * The reaction to a refused message. `retry_later`: the same bytes are sent again. `refused`: the
 * chain is halted until a person has examined it. `suspended`: nothing is sent until a person has
 * contacted AEAT (AEAT 4141).
 */
export type FaultVerdict = 'retry_later' | 'refused' | 'suspended';

/** Determines the reaction to a SOAP Fault from its code, or else from the side that it blames. */
export function judgeFault({ side, code }: Pick<Fault, 'side' | 'code'>): FaultVerdict {
  if (code === SUSPENDED) return 'suspended';
  return side === 'server' || isTechnical(code) ? 'retry_later' : 'refused';
}
