import type { SifRecord } from '../records/record.ts';

/** The state of an invoice at AEAT. */
export type InvoiceState = 'none' | 'alta' | 'annulled';

/** The request of a record, by its kind and flags. */
export type Operation =
  | 'alta'
  | 'alta after rejection'
  | 'subsanacion'
  | 'subsanacion after rejection'
  | 'anulacion'
  | 'anulacion after rejection'
  | 'anulacion without record';

/** For each state the code that rejects the request; null if it is accepted. */
type Row = Readonly<Record<InvoiceState, number | null>>;

const DUPLICATE = 3000;
const ANNULLED = 3001;
const UNKNOWN = 3002;

/**
 * AEAT's matrix of operations. Where it only states "error", the code is an inference.
 */
const MATRIX: Readonly<Record<Operation, Row>> = {
  alta: { none: null, alta: DUPLICATE, annulled: DUPLICATE },
  'alta after rejection': { none: null, alta: DUPLICATE, annulled: DUPLICATE },
  subsanacion: { none: UNKNOWN, alta: null, annulled: null },
  'subsanacion after rejection': { none: UNKNOWN, alta: null, annulled: null },
  anulacion: { none: UNKNOWN, alta: null, annulled: ANNULLED },
  'anulacion after rejection': { none: UNKNOWN, alta: null, annulled: null },
  'anulacion without record': { none: null, alta: DUPLICATE, annulled: ANNULLED },
};

/** Returns what a record requests, by Subsanacion, RechazoPrevio and SinRegistroPrevio. */
export function readOperation(record: SifRecord): Operation {
  if (record.kind === 'Alta') {
    if (record.subsanacion !== 'S') return 'alta';
    if (record.rechazoPrevio === 'X') return 'alta after rejection';
    return record.rechazoPrevio === 'S' ? 'subsanacion after rejection' : 'subsanacion';
  }
  if (record.sinRegistroPrevio === 'S') return 'anulacion without record';
  return record.rechazoPrevio === 'S' ? 'anulacion after rejection' : 'anulacion';
}

/**
 * Looks up whether the state of an invoice allows a record.
 * @param acceptRepeatedAnnulment whether a second annulment replaces the first, as in the matrix;
 *   otherwise it gets 3001 of the catalogue of errors.
 * @returns the code that rejects the record; null if the record is accepted.
 */
export function findStateError(
  operation: Operation,
  state: InvoiceState,
  acceptRepeatedAnnulment: boolean,
): number | null {
  const code = MATRIX[operation][state];
  return code === ANNULLED && operation === 'anulacion' && acceptRepeatedAnnulment ? null : code;
}
