import type { InvoiceIdentity } from 'verifactu-protocol/records/invoice-identity';
import { type DocumentAnswer, STATUS, type SubmissionAnswer } from './document-status.ts';
import { keyOf } from './unique-code.ts';

/** What the SPFE did with one document or event of a request. */
export type AnsweredVerdict =
  | { readonly kind: 'admitted'; readonly csv: string; readonly localizador: string | null }
  | { readonly kind: 'rejected'; readonly code: string; readonly text: string | null }
  /** The answer says nothing clear of it, so that the SPFE must be asked before it is sent again. */
  | { readonly kind: 'uncertain' };

export type SpfeJudgement<M> = {
  /** One verdict for each member, in the order of the members. */
  readonly verdicts: readonly { readonly member: M; readonly verdict: AnsweredVerdict }[];
  /** Answers about a unique code that no member has. */
  readonly strange: readonly DocumentAnswer[];
};

const UNCERTAIN: AnsweredVerdict = { kind: 'uncertain' };

/**
 * Determines what the SPFE did with each member of a request. Answers are matched by the three parts of
 * the unique code, never by their order. Answers that contradict each other, or the code of the whole
 * answer, decide nothing; nor is anything admitted without a CSV.
 * @param members of one request, which has each unique code once.
 */
export function judgeAnswer<M extends InvoiceIdentity>(
  members: readonly M[],
  { csv, code, documents }: SubmissionAnswer,
): SpfeJudgement<M> {
  const byCode = Map.groupBy(documents, keyOf);
  const judge = (answers: readonly DocumentAnswer[]): AnsweredVerdict => {
    const [first, ...others] = answers;
    if (first === undefined || others.some(({ status }) => status !== first.status)) return UNCERTAIN;
    if (others.some(({ localizador }) => localizador !== first.localizador)) return UNCERTAIN;
    const { status, text, localizador } = first;
    if (status === STATUS.taken)
      return code === 400 || csv === null ? UNCERTAIN : { kind: 'admitted', csv, localizador };
    return code === 200 ? UNCERTAIN : { kind: 'rejected', code: status, text };
  };
  const verdicts = members.map((member) => ({ member, verdict: judge(byCode.get(keyOf(member)) ?? []) }));
  const known = new Set(members.map(keyOf));
  return { verdicts, strange: documents.filter((each) => !known.has(keyOf(each))) };
}
