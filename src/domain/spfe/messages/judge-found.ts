import type { SpfeMessageKind } from '../../../contracts/spfe.ts';
import { type FoundDocument, type FoundEvent, STATUS } from './document-status.ts';

/** What the SPFE's answer to a query says of something that may have arrived. */
export type ClearVerdict =
  /** The SPFE has it. */
  | { readonly kind: 'there'; readonly csv: string | null; readonly localizador: string | null }
  /** The SPFE has something else under its unique code. */
  | { readonly kind: 'differs'; readonly why: string }
  | { readonly kind: 'missing' }
  /** The answer does not tell. */
  | { readonly kind: 'unanswered' };

export type FoundVerdict =
  | ClearVerdict
  /** What it says unless the SPFE may still show an earlier state. */
  | { readonly kind: 'settles'; readonly verdict: ClearVerdict };

/**
 * Judges how the SPFE has a document. Its contents are not compared here. What it still shows of an
 * older version, or shows as withdrawn, is no news of this one.
 * @param formerCsv under which an older version was admitted; null if none was.
 * @param found all that the answer says about its unique code.
 */
export function judgeFoundDocument(
  { isCopy, formerCsv }: { readonly isCopy: boolean; readonly formerCsv: string | null },
  found: readonly FoundDocument[],
): FoundVerdict {
  const [document, ...others] = found;
  if (document === undefined || others.length > 0) return { kind: 'unanswered' };
  const { status, kind, csv, localizador } = document;
  if (status === STATUS.unknown) return { kind: 'missing' };
  if (status !== STATUS.withdrawn && (status !== STATUS.taken || kind === null))
    return { kind: 'unanswered' };
  if (formerCsv !== null && csv === formerCsv) return { kind: 'missing' };
  if (status === STATUS.withdrawn)
    return { kind: 'differs', why: 'AEAT has it as withdrawn, which this engine did not order' };
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

/** What the engine knows of the invoice of a message. */
export type ToldInvoice = {
  /** The CSV under which the SPFE admitted it. */
  readonly admittedCsv: string | null;
  /** The number of messages of the same kind that the SPFE accepted since then. */
  readonly acceptedBefore: number;
};

/**
 * Judges whether the SPFE has a message. Events have no identity, and an earlier one may say the same,
 * so that they are counted since the admission of the document. If the SPFE has another document in
 * its place, the one that the message is about was withdrawn.
 */
export function judgeFoundEvent(
  told: ToldEvent & ToldInvoice,
  found: readonly FoundDocument[],
): FoundVerdict {
  const [document, ...others] = found;
  if (document === undefined || others.length > 0) return { kind: 'unanswered' };
  const { status, events, csv, localizador } = document;
  const there = { kind: 'there', csv, localizador } as const;
  if (status === STATUS.unknown)
    return {
      kind: 'settles',
      verdict: { kind: 'differs', why: 'AEAT does not have the invoice that the message is about' },
    };
  if (status !== STATUS.taken && status !== STATUS.withdrawn) return { kind: 'unanswered' };
  if (csv !== told.admittedCsv)
    return {
      kind: 'settles',
      verdict:
        told.kind === 'CANCELINVOICE'
          ? there
          : {
              kind: 'differs',
              why: 'AEAT has another document in place of the one that the message is about',
            },
    };
  if (told.kind === 'CANCELINVOICE') return status === STATUS.withdrawn ? there : { kind: 'missing' };
  const alike = events.filter(({ code }) => code === told.kind);
  if (alike.length <= told.acceptedBefore) return { kind: 'missing' };
  return isSameEvent(told, alike.at(-1)!)
    ? there
    : { kind: 'differs', why: 'AEAT has this event with other dates' };
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
