/*
 * The codes of AEAT's catalogue (errores.properties, tikeV1.0) that decide the next step. Every
 * other code refuses a record or a message because of its content, which only a person can correct.
 */

/** The identity is already registered; RegistroDuplicado gives its state. */
export const DUPLICATE = 3000;
/** The invoice is already annulled. */
export const ALREADY_ANNULLED = 3001;
/** AEAT has no record of the corrected invoice. */
export const NO_SUCH_RECORD = 3002;
/** The invoice was registered through AEAT's own form. */
export const REGISTERED_BY_FORM = 3004;
/** Access is suspended: nothing may be sent until a person has contacted AEAT. */
export const SUSPENDED = 4141;

/** Failures of AEAT itself, not of the record: the same bytes are sent again. */
const TECHNICAL: ReadonlySet<number> = new Set([
  1129, // the invoicing agreement could not be looked up
  1241, // the SistemaInformatico could not be looked up
  1243, // the time zone could not be computed
  1256, // the limit of the issue date could not be looked up
  1288, // the dates could not be checked
  3500, // database, integrity
  3501, // database
  4103, // unexpected error in parsing
  4108, // the certificate could not be read
  4110, // the powers of attorney could not be checked
  4111, // the procedure could not be opened
  4128, // the table of values could not be read
  20009, // internal error
]);

/** Returns whether a code reports a failure of AEAT itself. */
export function isTechnical(code: number | null): boolean {
  return code !== null && TECHNICAL.has(code);
}

/**
 * Errors of accepted records that AEAT exempts from subsanación: its clock, and IPSI without
 * ClaveRegimen.
 */
export const EXCUSED: ReadonlySet<number> = new Set([2004, 2009]);
