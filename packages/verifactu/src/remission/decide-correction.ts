import { ALREADY_ANNULLED, DUPLICATE, EXCUSED, NO_SUCH_RECORD, REGISTERED_BY_FORM } from './answer-codes.ts';
import type { AltaCorrection } from '../records/build-registro-alta.ts';
import type { RecordAnswerState, RecordKind } from './answer.ts';

/*
 * Decides which record may correct an invoice, and with which flags. The rules are AEAT's matrix of
 * operations, which depends on what AEAT has registered of the invoice now.
 */

/** A record of an invoice with AEAT's answer. */
export type PastRecord = {
  readonly sequence: number;
  readonly kind: RecordKind;
  /** Whether it corrected an earlier one. */
  readonly isCorrection: boolean;
  /** null while AEAT has not answered. */
  readonly answer: RecordAnswerState | null;
  readonly code: number | null;
};

/** The flags of the next record. */
export type Correction =
  | { readonly kind: 'subsanacion'; readonly flags: AltaCorrection }
  | { readonly kind: 'anulacion'; readonly withoutPriorRecord: boolean; readonly afterRejection: boolean };

/** What AEAT's answers are about, if they rule the record out. */
export type RefusalReason =
  /**
   * AEAT has not answered a record of the invoice yet, or has refused its annulment, which is to be
   * sent again.
   */
  | { readonly reason: 'record_not_answered' | 'annulment_refused'; readonly sequence: number }
  /** AEAT accepted the newest record with an error that it exempts from correction. */
  | { readonly reason: 'error_needs_no_correction'; readonly code: number }
  | {
      readonly reason:
        | 'no_record'
        | 'nothing_to_correct'
        /** It is annulled, which was asked for, or which leaves nothing else to correct. */
        | 'is_annulled_already'
        | 'is_annulled'
        /** AEAT's register has its annulment, from this system or another one. */
        | 'annulment_registered'
        | 'annulment_held';
    };

export type CorrectionDecision =
  | Correction
  | ({ readonly kind: 'refused' } & RefusalReason)
  /**
   * AEAT has a record with the invoice's identity, perhaps from another system: query its register
   * first.
   */
  | { readonly kind: 'ask' };

/** State of an invoice of this system in AEAT's register. */
export type Registered = 'nothing' | 'alta' | 'annulled';

/** Result of a query of AEAT's register for the invoice, made just now. */
export type Asked = { readonly registered: Registered };

/**
 * Decides how an invoice is annulled.
 * @param records the records of the invoice, in the order of the chain.
 * @param asked present if the previous decision was `ask`.
 */
export function decideAnnulment(records: readonly PastRecord[], asked?: Asked): CorrectionDecision {
  const open = findOpen(records);
  if (open) return open;
  const annulment = records.findLast(({ kind }) => kind === 'anulacion');
  if (annulment?.answer === 'rejected') {
    return refuse({ reason: 'annulment_refused', sequence: annulment.sequence });
  }
  if (annulment) return refuse({ reason: 'is_annulled_already' });
  const registered = findRegistered(records, asked);
  if (registered === 'unclear') return { kind: 'ask' };
  if (registered === 'annulled') return refuse({ reason: 'annulment_registered' });
  return { kind: 'anulacion', withoutPriorRecord: registered === 'nothing', afterRejection: false };
}

/**
 * Decides how to correct the newest record of an invoice, which AEAT refused or accepted with
 * errors: by a subsanación or a new anulación.
 * @param records the records of the invoice, in the order of the chain.
 * @param asked present if the previous decision was `ask`.
 */
export function decideResending(records: readonly PastRecord[], asked?: Asked): CorrectionDecision {
  const open = findOpen(records);
  if (open) return open;
  const last = records.at(-1);
  if (!last) return refuse({ reason: 'no_record' });
  const registered = findRegistered(records, asked);
  if (last.kind === 'anulacion') {
    if (last.answer !== 'rejected' || registered === 'annulled') return refuse({ reason: 'annulment_held' });
    if (registered === 'unclear') return { kind: 'ask' };
    return { kind: 'anulacion', withoutPriorRecord: registered === 'nothing', afterRejection: true };
  }
  if (records.some(({ kind }) => kind === 'anulacion')) return refuse({ reason: 'is_annulled' });
  if (last.answer === 'accepted') return refuse({ reason: 'nothing_to_correct' });
  if (last.answer === 'accepted_with_errors' && last.code !== null && EXCUSED.has(last.code)) {
    return refuse({ reason: 'error_needs_no_correction', code: last.code });
  }
  if (registered === 'unclear') return { kind: 'ask' };
  if (registered === 'nothing') return { kind: 'subsanacion', flags: 'of_rejected' };
  const isRefusedCorrection = last.answer === 'rejected' && last.isCorrection;
  return { kind: 'subsanacion', flags: isRefusedCorrection ? 'of_rejected_correction' : 'of_accepted' };
}

function findOpen(records: readonly PastRecord[]): CorrectionDecision | null {
  const open = records.find(({ answer }) => answer === null);
  return open ? refuse({ reason: 'record_not_answered', sequence: open.sequence }) : null;
}

function refuse(reason: RefusalReason): CorrectionDecision {
  return { kind: 'refused', ...reason };
}

function findRegistered(records: readonly PastRecord[], asked: Asked | undefined): Registered | 'unclear' {
  const told = foldRegistered(records);
  return told === 'unclear' && asked !== undefined ? asked.registered : told;
}

/**
 * Derives from AEAT's answers what its register contains after these records. A rejection may show
 * that the register differs from the earlier answers.
 */
function foldRegistered(records: readonly PastRecord[]): Registered | 'unclear' {
  return records.reduce<Registered | 'unclear'>((registered, { kind, answer, code }) => {
    if (answer !== 'rejected') return kind === 'alta' ? 'alta' : 'annulled';
    if (code === NO_SUCH_RECORD) return 'nothing';
    // A record of another system may have the identity. A subsanación would replace that record,
    // and an anulación would annul it.
    const isHeld = code === DUPLICATE || code === REGISTERED_BY_FORM || code === ALREADY_ANNULLED;
    return isHeld ? 'unclear' : registered;
  }, 'nothing');
}
