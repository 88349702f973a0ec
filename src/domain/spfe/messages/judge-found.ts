import type { SpfeMessageKind } from '../../../contracts/spfe.ts';
import { type FoundDocument, type FoundEvent, STATUS } from './document-status.ts';

/** What the SPFE's answer to a query says of a document that may have arrived. */
export type FoundVerdict =
  /** The SPFE has it. Without `kind` the answer says whether it is the original or a copy. */
  | { readonly kind: 'there'; readonly csv: string | null; readonly localizador: string | null }
  /** The SPFE has something else under its unique code. */
  | { readonly kind: 'differs'; readonly why: string }
  | { readonly kind: 'missing' }
  /** The answer does not tell. */
  | { readonly kind: 'unanswered' };

/**
 * Judges how the SPFE has a document. Its contents are not compared here.
 * @param found all that the answer says about its unique code.
 */
export function judgeFoundDocument(
  { isCopy, wasWithdrawn }: { readonly isCopy: boolean; readonly wasWithdrawn: boolean },
  found: readonly FoundDocument[],
): FoundVerdict {
  const [document, ...others] = found;
  if (document === undefined || others.length > 0) return { kind: 'unanswered' };
  const { status, kind, csv, localizador } = document;
  if (status === STATUS.unknown) return { kind: 'missing' };
  if (status === STATUS.withdrawn)
    return wasWithdrawn
      ? { kind: 'missing' }
      : { kind: 'differs', why: 'AEAT has it as withdrawn, which this engine did not order' };
  if (status !== STATUS.taken || kind === null) return { kind: 'unanswered' };
  if ((kind === 'copy') !== isCopy)
    return {
      kind: 'differs',
      why: `AEAT has ${kind === 'copy' ? 'a copy' : 'the original'} with this unique code, and ${isCopy ? 'a copy' : 'the original'} was sent: another system sent it, for example a platform of the issuer or of the recipient`,
    };
  return { kind: 'there', csv, localizador };
}

/** What a message says. Days are `YYYY-MM-DD`. */
export type ToldEvent = {
  readonly kind: SpfeMessageKind;
  readonly effectiveOn: string | null;
  readonly dueOn: string | null;
  readonly goodsReceivedOn: string | null;
  readonly invoiceReceivedOn: string | null;
  readonly isFinanced: boolean;
};

/** The last of an event and its cancellation decides. */
const CANCELLED: Readonly<Record<SpfeMessageKind, string>> = {
  SETTLEMENT: 'CANCELSETTLEMENT',
  CANCELSETTLEMENT: 'SETTLEMENT',
  DEFAULT: 'CANCELDEFAULT',
  CANCELDEFAULT: 'DEFAULT',
  CANCELINVOICE: 'CANCELINVOICE',
};

/** Judges whether the SPFE has a message, by the events of its invoice in the order of registration. */
export function judgeFoundEvent(told: ToldEvent, found: readonly FoundDocument[]): FoundVerdict {
  const [document, ...others] = found;
  if (document === undefined || others.length > 0) return { kind: 'unanswered' };
  const { status, events, csv, localizador } = document;
  const there = { kind: 'there', csv, localizador } as const;
  if (status === STATUS.unknown)
    return { kind: 'differs', why: 'AEAT does not have the invoice that the message is about' };
  if (told.kind === 'CANCELINVOICE') {
    if (status === STATUS.withdrawn) return there;
    return status === STATUS.taken ? { kind: 'missing' } : { kind: 'unanswered' };
  }
  if (status !== STATUS.taken && status !== STATUS.withdrawn) return { kind: 'unanswered' };
  const last = events.findLast(({ code }) => code === told.kind || code === CANCELLED[told.kind]);
  if (last?.code !== told.kind) return { kind: 'missing' };
  return isSameEvent(told, last) ? there : { kind: 'differs', why: 'AEAT has this event with other dates' };
}

function isSameEvent(told: ToldEvent, found: FoundEvent): boolean {
  return (
    told.effectiveOn === found.effectiveOn &&
    told.dueOn === found.dueOn &&
    told.goodsReceivedOn === found.goodsReceivedOn &&
    told.invoiceReceivedOn === found.invoiceReceivedOn &&
    told.isFinanced === found.isFinanced
  );
}
