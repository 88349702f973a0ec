import { arrangeLines } from '../../faults/arrange-lines.ts';
import { concernsNumber, type FaultRequest } from '../../faults/fault.ts';
import { keyOf } from '../book/spfe-book.ts';
import type { UniqueCode } from '../book/change.ts';
import { describeGen, GEN, nameGen, type GenCode } from '../wire/refusals.ts';

/** What an answer says of a document or of an event. */
export type Verdict = {
  /** null of a document that cannot be read, which `id` names. */
  readonly code: UniqueCode | null;
  readonly id: string;
  /** null if it was taken. */
  readonly refusal: GenCode | null;
  readonly detail: string;
  readonly locator: string | null;
};

/** The parts of the log and of an answer that name a verdict: 200 or a code. */
export function nameVerdict({ refusal }: Verdict): string {
  return refusal === null ? '200' : nameGen(refusal);
}

export function textOf({ refusal, detail }: Verdict): string | null {
  return refusal === null ? null : describeGen(refusal, detail);
}

export function refuse(code: UniqueCode | null, refusal: GenCode, detail = '', id = ''): Verdict {
  return { code, id, refusal, detail, locator: null };
}

/** Lists the keys of the invoices that stand more than once in a message. */
export function findRepeated(codes: readonly (UniqueCode | null)[]): ReadonlySet<string> {
  const keys = codes.flatMap((code) => (code === null ? [] : keyOf(code)));
  return new Set(keys.filter((key, index) => keys.indexOf(key) !== index));
}

/** Returns the code of an error on demand for a member of a message; null if there is none. */
export function demandRefusal(
  fault: FaultRequest | null,
  { number, position, count }: { number: string; position: number; count: number },
): GenCode | null {
  if (fault?.kind !== 'record-error') return null;
  const isMeant =
    fault.invoice === undefined
      ? position >= count - (fault.records ?? count)
      : concernsNumber(fault, number);
  return isMeant ? ((fault.code ?? GEN.invalid) as GenCode) : null;
}

/** Returns what an answer shows of documents under a fault: without some of them, or in another order. */
export function arrangeMembers<T extends { readonly code: UniqueCode | null }>(
  members: readonly T[],
  fault: FaultRequest | null,
): readonly T[] {
  if (fault?.kind !== 'partial' || fault.invoice === undefined) return arrangeLines(members, fault);
  return members.filter(({ code }) => !concernsNumber(fault, code?.number ?? ''));
}

/** Returns the verdicts that an answer shows under a fault. */
export function arrangeVerdicts(
  verdicts: readonly Verdict[],
  fault: FaultRequest | null,
): readonly Verdict[] {
  const isMeant = ({ code }: Verdict) => fault === null || concernsNumber(fault, code?.number ?? '');
  if (fault?.kind === 'extra-line') {
    const nif = verdicts[0]?.code?.nif ?? '';
    return [...verdicts, refuse({ nif, number: 'UNKNOWN', date: '2027-01-01' }, GEN.invalid)];
  }
  const twice = fault?.kind === 'repeated-line' ? verdicts.find(isMeant) : undefined;
  if (!twice) return arrangeMembers(verdicts, fault);
  const other = twice.refusal === null ? refuse(twice.code, GEN.invalid) : { ...twice, refusal: null };
  return [...verdicts, other];
}
