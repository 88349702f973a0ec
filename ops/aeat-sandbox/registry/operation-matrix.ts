import type { SifRecord } from '../records/record.ts';

/** What AEAT holds of an invoice. */
export type InvoiceState = 'none' | 'alta' | 'annulled';

/** What a record asks for, by its kind and flags. */
export type Wish =
  | 'alta'
  | 'alta after rejection'
  | 'subsanacion'
  | 'subsanacion after rejection'
  | 'anulacion'
  | 'anulacion after rejection'
  | 'anulacion without record';

/** The code that refuses the wish; null where it is granted. */
type Row = Readonly<Record<InvoiceState, number | null>>;

const DUPLICATE = 3000;
const ANNULLED = 3001;
const UNKNOWN = 3002;

/** AEAT's matrix of operations (facts 8). Which of the codes stands where it says only "error" is an inference. */
const MATRIX: Readonly<Record<Wish, Row>> = {
  alta: { none: null, alta: DUPLICATE, annulled: DUPLICATE },
  'alta after rejection': { none: null, alta: DUPLICATE, annulled: DUPLICATE },
  subsanacion: { none: UNKNOWN, alta: null, annulled: null },
  'subsanacion after rejection': { none: UNKNOWN, alta: null, annulled: null },
  anulacion: { none: UNKNOWN, alta: null, annulled: ANNULLED },
  'anulacion after rejection': { none: UNKNOWN, alta: null, annulled: null },
  'anulacion without record': { none: null, alta: DUPLICATE, annulled: ANNULLED },
};

export function readWish(record: SifRecord): Wish {
  if (record.kind === 'Alta') {
    if (record.subsanacion !== 'S') return 'alta';
    if (record.rechazoPrevio === 'X') return 'alta after rejection';
    return record.rechazoPrevio === 'S' ? 'subsanacion after rejection' : 'subsanacion';
  }
  if (record.sinRegistroPrevio === 'S') return 'anulacion without record';
  return record.rechazoPrevio === 'S' ? 'anulacion after rejection' : 'anulacion';
}

/**
 * @param acceptRepeatedAnnulment the matrix lets a second annulment replace the first, the catalogue of errors has 3001 for it.
 * @returns the code that the state of the invoice refuses a record with; null where the record goes in.
 */
export function findStateError(
  wish: Wish,
  state: InvoiceState,
  acceptRepeatedAnnulment: boolean,
): number | null {
  const code = MATRIX[wish][state];
  return code === ANNULLED && wish === 'anulacion' && acceptRepeatedAnnulment ? null : code;
}
