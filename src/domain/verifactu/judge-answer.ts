import { type InvoiceIdentity, writeIdentity } from '../invoice/invoice-identity.ts';
import type {
  AeatError,
  AnswerLine,
  Fault,
  RecordKind,
  RegisteredDuplicate,
  RegistrationAnswer,
} from './answer.ts';
import { ALREADY_ANNULLED, DUPLICATE, isTechnical, SUSPENDED } from './answer-codes.ts';

/** A record as it was sent. */
export type RemittedRecord = InvoiceIdentity & {
  readonly kind: RecordKind;
  /** RefExterna; its own for each record. */
  readonly externalReference: string;
};

/** What an answer says about one record. */
export type RecordVerdict =
  | { readonly kind: 'accepted' }
  | ({ readonly kind: 'accepted_with_errors' } & AeatError)
  /** Refused for its content: it never goes again by itself. */
  | ({ readonly kind: 'rejected' } & AeatError)
  /** AEAT 3000. Whether the registered record is this one, only its hash can tell: see `judgeDuplicate`. */
  | ({ readonly kind: 'duplicate'; readonly registered: RegisteredDuplicate | null } & AeatError)
  /** AEAT 3001 to an anulación: done, where an earlier answer to it was lost. */
  | ({ readonly kind: 'already_annulled' } & AeatError)
  /** AEAT failed: the same bytes go again. */
  | ({ readonly kind: 'technical' } & AeatError)
  /** The answer does not tell: the outcome is unknown, the same bytes go again. */
  | { readonly kind: 'missing' };

export type Judgement<R extends RemittedRecord> = {
  /** One for each record, in the order of the records. */
  readonly verdicts: readonly { readonly record: R; readonly verdict: RecordVerdict }[];
  /** Lines that belong to no record, or not clearly to one. */
  readonly strangeLines: readonly AnswerLine[];
};

/**
 * Judges each record of a message by AEAT's answer to it. A line is matched by invoice, operation and RefExterna, never by its place.
 * Lines that contradict each other or fit more than one record decide nothing.
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

/** An absent RefExterna decides nothing; another one is another record. */
function fits(line: AnswerLine, record: RemittedRecord): boolean {
  return line.externalReference === null || line.externalReference === record.externalReference;
}

function keyOf(record: InvoiceIdentity & { kind: RecordKind }): string {
  return `${record.kind} ${writeIdentity(record)}`;
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
 * What a refused message asks for: `retry_later`, the same bytes; `refused`, nothing more of the chain until a person has looked;
 * `suspended`, nothing more at all until a person has spoken with AEAT (AEAT 4141).
 */
export type FaultVerdict = 'retry_later' | 'refused' | 'suspended';

/** Judges a SOAP Fault by its code, and where that decides nothing by the side that it blames. */
export function judgeFault({ side, code }: Pick<Fault, 'side' | 'code'>): FaultVerdict {
  if (code === SUSPENDED) return 'suspended';
  return side === 'server' || isTechnical(code) ? 'retry_later' : 'refused';
}
