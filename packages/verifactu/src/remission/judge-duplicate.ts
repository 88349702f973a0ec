import type { AeatError, ConsultaAnswer, ConsultedRecord, RecordKind } from './answer.ts';
import type { InvoiceIdentity } from '../records/invoice-identity.ts';
import { ALREADY_ANNULLED, DUPLICATE } from './answer-codes.ts';
import type { RemittedRecord } from './judge-answer.ts';

/** The true result of a record that AEAT refused as a duplicate. */
export type DuplicateVerdict =
  /** The registered record is the same one: an earlier answer to it was lost. */
  | ({ readonly kind: 'accepted' | 'accepted_with_errors' } & AeatError)
  /** Another record has the invoice's identity, so this one was refused. */
  | ({ readonly kind: 'rejected' } & AeatError)
  /** AEAT's register does not show the result. */
  | { readonly kind: 'unknown' };

/**
 * Finds an invoice in an answer from AEAT's register.
 * @returns null if the register does not contain it; undefined if the answer is inconclusive,
 *   because part of it could not be read or more pages follow.
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

/** The stored facts about a record that AEAT refused as a duplicate. */
export type DuplicateFacts = {
  readonly installationNumbers: OwnMarks['installationNumbers'];
  /**
   * Later records of the same invoice. If the register shows one of them, this record was
   * registered before it.
   */
  readonly later: readonly OwnRecord[];
};

/**
 * Determines the true result of a record that was refused as a duplicate (AEAT 3000) or as already
 * annulled (AEAT 3001).
 * @param consulted the invoice in AEAT's register now; null if it was not found.
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
  // The register may show the hash of the alta. Only the annulled state matters.
  if (record.kind === 'anulacion') {
    return state === 'annulled' ? { kind: 'accepted', code: null, text: null } : { kind: 'unknown' };
  }
  if (hash === null) return { kind: 'unknown' };
  if (hash !== record.hash) return refuse('alta');
  // An annulled invoice was accepted before.
  return { kind: state === 'annulled' ? 'accepted' : state, code, text };
}

/** Builds the verdict with the text of AEAT's catalogue. */
function refuse(kind: RecordKind): DuplicateVerdict {
  return kind === 'alta'
    ? { kind: 'rejected', code: DUPLICATE, text: 'Registro de facturación duplicado.' }
    : {
        kind: 'rejected',
        code: ALREADY_ANNULLED,
        text: 'El registro de facturación ya ha sido dado de baja.',
      };
}

/** The members of a stored record that AEAT's register also shows. */
export type OwnRecord = { readonly externalReference: string; readonly hash: string };

/** The stored data by which a record in AEAT's register is recognised as sent by this system. */
export type OwnMarks = {
  /** NumeroInstalacion of all present and past chains of this system for the issuer. */
  readonly installationNumbers: readonly string[];
  /** The stored records of the invoice. */
  readonly records: readonly OwnRecord[];
};

/**
 * Determines whether this system sent the record of an invoice in AEAT's register. The huella is
 * not sufficient, because the first records of two chains with the same data in the same second
 * have the same huella. The installation number decides, or RefExterna together with the huella if
 * AEAT omits the installation number.
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
