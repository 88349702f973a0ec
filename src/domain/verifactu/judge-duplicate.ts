import type { AeatError, ConsultaAnswer, ConsultedRecord, RecordKind } from './answer.ts';
import type { InvoiceIdentity } from '../invoice/invoice-identity.ts';
import { ALREADY_ANNULLED, DUPLICATE } from './answer-codes.ts';
import type { RemittedRecord } from './judge-answer.ts';
import { judgeOwner, type OwnMarks, type OwnRecord } from './judge-owner.ts';

/** What became of a record that AEAT calls a duplicate. */
export type DuplicateVerdict =
  /** It is our own: an answer to it was lost. */
  | ({ readonly kind: 'accepted' | 'accepted_with_errors' } & AeatError)
  /** Another record holds the invoice's identity: ours was refused. */
  | ({ readonly kind: 'rejected' } & AeatError)
  /** AEAT's register does not tell. */
  | { readonly kind: 'unknown' };

/**
 * The invoice of a record in AEAT's register.
 * @returns null where it is not there; undefined where the answer does not tell: something of it could not be read, or it goes on.
 */
export function findConsulted(
  identity: InvoiceIdentity,
  { records, isWhole, nextPage }: ConsultaAnswer,
): ConsultedRecord | null | undefined {
  const found = records.find((consulted) => isSameInvoice(consulted, identity));
  return found ?? (isWhole && nextPage === null ? null : undefined);
}

function isSameInvoice(one: InvoiceIdentity, other: InvoiceIdentity): boolean {
  return (
    one.issuerNif === other.issuerNif && one.number === other.number && one.issueDate === other.issueDate
  );
}

/** What is known of a record that AEAT calls a duplicate. */
export type DuplicateFacts = {
  readonly installationNumbers: OwnMarks['installationNumbers'];
  /** Our later records of the same invoice: what the register shows may be theirs, and they could only be registered after this one. */
  readonly later: readonly OwnRecord[];
};

/**
 * Finds the true state of a record that was refused as a duplicate (AEAT 3000) or as annulled already (AEAT 3001).
 * @param consulted the invoice in AEAT's register now; null where it was not found.
 */
export function judgeDuplicate(
  record: Pick<RemittedRecord, 'kind'> & OwnRecord,
  consulted: ConsultedRecord | null,
  { installationNumbers, later }: DuplicateFacts,
): DuplicateVerdict {
  if (consulted === null) return { kind: 'unknown' };
  const { state, hash, code, text } = consulted;
  const owner = judgeOwner(consulted, { installationNumbers, records: [record, ...later] });
  if (owner === 'untold') return { kind: 'unknown' };
  if (owner === 'foreign') return refuse(record.kind);
  if (later.some((own) => own.hash === hash)) return { kind: 'accepted', code: null, text: null };
  // The register shows the invoice, whose hash may be its alta's: that it is annulled is what counts.
  if (record.kind === 'anulacion') {
    return state === 'annulled' ? { kind: 'accepted', code: null, text: null } : { kind: 'unknown' };
  }
  if (hash === null) return { kind: 'unknown' };
  if (hash !== record.hash) return refuse('alta');
  // Annulled after it was accepted.
  return { kind: state === 'annulled' ? 'accepted' : state, code, text };
}

/** In AEAT's words. */
function refuse(kind: RecordKind): DuplicateVerdict {
  return kind === 'alta'
    ? { kind: 'rejected', code: DUPLICATE, text: 'Registro de facturación duplicado.' }
    : {
        kind: 'rejected',
        code: ALREADY_ANNULLED,
        text: 'El registro de facturación ya ha sido dado de baja.',
      };
}
