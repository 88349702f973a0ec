/** The registers at AEAT that take records of issued invoices, and the words of SII. */

/**
 * The registers at AEAT that take records of issued invoices. An invoice of an organization without
 * VeriFactu whose issuer is not in SII is in none.
 */
export const REGISTERS = ['verifactu', 'sii'] as const;
export type Register = (typeof REGISTERS)[number];

/** The settlement periods of an issuer in SII (RIVA, art. 71.3). */
export const SETTLEMENT_PERIODS = ['month', 'quarter'] as const;
export type SettlementPeriod = (typeof SETTLEMENT_PERIODS)[number];

/**
 * Why an issuer is in a register from a date on. SII: RIVA, arts. 30, 62.6, 68 bis and 71.3. Back
 * in VeriFactu: the turnover fell, the issuer renounced SII, or was excluded from REDEME or left its
 * VAT group.
 */
export const REGISTER_BASES = {
  sii: ['turnover', 'acquisition', 'redeme', 'group', 'warehouse', 'voluntary'],
  verifactu: ['turnover', 'renounced', 'excluded', 'left_group', 'other'],
} as const satisfies Record<Register, readonly string[]>;

/** TipoComunicacion of a version of an entry in SII, and `baja`, which withdraws the entry. */
export const SII_KINDS = ['A0', 'A1', 'baja'] as const;
export type SiiKind = (typeof SII_KINDS)[number];
/** The kinds of messages that change a book in SII: entries, and collections of invoices with regime 07. */
export const SII_MESSAGE_KINDS = [...SII_KINDS, 'cobros'] as const;
export type SiiMessageKind = (typeof SII_MESSAGE_KINDS)[number];

/** The states of an entry in SII. */
export const SII_STATES = [
  'pending',
  'sent',
  'accepted',
  'accepted_with_errors',
  'rejected',
  'withdrawn',
] as const;
export type SiiState = (typeof SII_STATES)[number];

/** What AEAT found when it compared an entry with the book of the recipient (EstadoCuadre 1 to 5). */
export const MATCHING_STATES = [
  'not_applicable',
  'in_progress',
  'not_matched',
  'partly_matched',
  'matched',
] as const;
export type MatchingState = (typeof MATCHING_STATES)[number];
