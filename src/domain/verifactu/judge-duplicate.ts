import type { AeatError, ConsultaAnswer, ConsultedRecord, RecordKind } from './answer.ts';
import type { InvoiceIdentity } from '../invoice/invoice-identity.ts';
import { ALREADY_ANNULLED, DUPLICATE } from './answer-codes.ts';
import type { RemittedRecord } from './judge-answer.ts';

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

/** A registration record of ours, by what AEAT's register shows of it. */
export type OwnRecord = { readonly externalReference: string; readonly hash: string };

/** What of ours a record in AEAT's register may be. */
export type OwnMarks = {
  /** NumeroInstalacion of the chains that the organization has or had for the issuer. */
  readonly installationNumbers: readonly string[];
  /** Our records of the invoice. */
  readonly records: readonly OwnRecord[];
};

/**
 * Whose the record is that AEAT's register has of an invoice. The huella alone does not tell: the first records of two chains with the same
 * data in the same second have the same one. The installation does, or RefExterna with the huella, where AEAT leaves the installation out.
 */
export function judgeOwner(
  { installationNumber, externalReference, hash }: ConsultedRecord,
  { installationNumbers, records }: OwnMarks,
): 'ours' | 'foreign' | 'untold' {
  if (installationNumber !== null)
    return installationNumbers.includes(installationNumber) ? 'ours' : 'foreign';
  if (externalReference === null || hash === null) return 'untold';
  const isOurs = records.some((own) => own.externalReference === externalReference && own.hash === hash);
  return isOurs ? 'ours' : 'foreign';
}
