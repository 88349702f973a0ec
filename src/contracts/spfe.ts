/**
 * The words of AEAT's public solution of electronic invoices (SPFE; RD 238/2026, Orden HAC/1028/2026).
 */

/** What is done with the invoices of an issuer: nothing, they are prepared, or they are sent. */
export const SPFE_MODES = ['off', 'prepare', 'send'] as const;
export type SpfeMode = (typeof SPFE_MODES)[number];

/**
 * How an invoice gets to the SPFE: the engine sends the original (Orden, art. 5.2), it sends a copy of
 * what a private platform delivers (art. 4), or a private platform sends both.
 */
export const SPFE_CHANNELS = ['interconnect', 'copy', 'elsewhere'] as const;
export type SpfeChannel = (typeof SPFE_CHANNELS)[number];

/**
 * Why the duty of an issuer begins on a date: its volume of operations exceeds 8,000,000 euros (from
 * 2027-10-06), everybody's duty (from 2028-10-06; RD 238/2026, DF 4), or it has none yet.
 */
export const SPFE_BASES = ['turnover', 'everyone', 'voluntary'] as const;
export type SpfeBasis = (typeof SPFE_BASES)[number];

/** Why an invoice does not go to the public solution of electronic invoices (SPFE). */
export const SPFE_REASONS = [
  'simplified',
  'no_recipient',
  'foreign_recipient',
  'public_body',
  'consumer',
  'before_duty',
] as const;
export type SpfeReason = (typeof SPFE_REASONS)[number];
/** The facts without which nobody can say whether an invoice goes to the SPFE. */
export const SPFE_MISSING_FACTS = ['issuer_setting', 'establishment_in_spain', 'is_business'] as const;
export type SpfeMissingFact = (typeof SPFE_MISSING_FACTS)[number];

/** The states of a delivery, as they are stored. */
export const SPFE_STATES = [
  'not_concerned',
  'unknown',
  'elsewhere',
  'blocked',
  'prepared',
  'held',
  'pending',
  'sending',
  'uncertain',
  'admitted',
  'rejected',
  'withdrawing',
  'withdrawn',
  'conflict',
] as const;
export type SpfeState = (typeof SPFE_STATES)[number];

/** What an issuer tells the SPFE about an invoice (Orden, Annexes I and II). */
export const SPFE_MESSAGE_KINDS = [
  'SETTLEMENT',
  'CANCELSETTLEMENT',
  'DEFAULT',
  'CANCELDEFAULT',
  'CANCELINVOICE',
] as const;
export type SpfeMessageKind = (typeof SPFE_MESSAGE_KINDS)[number];

export const SPFE_MESSAGE_STATES = [
  'pending',
  'sending',
  'uncertain',
  'accepted',
  'rejected',
  'superseded',
] as const;
export type SpfeMessageState = (typeof SPFE_MESSAGE_STATES)[number];

/** The services of the SPFE that are asked: documents, withdrawals, events, queries by code and by date. */
export const SPFE_SERVICES = ['send', 'cancel', 'report', 'find', 'list'] as const;
export type SpfeService = (typeof SPFE_SERVICES)[number];

/**
 * What became of a member of a request. `unsettled` is looked up before it is sent again; `returned`
 * is known not to have arrived.
 */
export const SPFE_VERDICTS = [
  'accepted',
  'rejected',
  'found',
  'missing',
  'differs',
  'unsettled',
  'returned',
] as const;
export type SpfeVerdict = (typeof SPFE_VERDICTS)[number];
export const SPFE_OUTCOMES = ['answered', 'fault', 'not_sent', 'unknown'] as const;
export type SpfeOutcomeKind = (typeof SPFE_OUTCOMES)[number];

/** What recipients report (Orden, Annex II). */
export const SPFE_REPORT_KINDS = ['PAYMENT', 'REJECTION'] as const;
export type SpfeReportKind = (typeof SPFE_REPORT_KINDS)[number];

/**
 * How the SPFE and the deliveries of an issuer differ: a document that only the SPFE has, one that it
 * lacks, other contents, or an answer about a document that was not sent.
 */
export const SPFE_DIFFERENCES = ['foreign', 'missing', 'content', 'unasked'] as const;
export type SpfeDifference = (typeof SPFE_DIFFERENCES)[number];
