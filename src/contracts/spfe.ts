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

/** Why recipients reject an invoice, by code (Orden, Annex II, list 1). */
export const SPFE_CONDITIONS: Readonly<Record<string, string>> = {
  '01': 'commercial reasons',
  '02': 'private use, or use outside of the business',
};

/**
 * How the SPFE and the deliveries of an issuer differ: a document that only the SPFE has, one that it
 * lacks, other contents, or an answer about a document that was not sent.
 */
export const SPFE_DIFFERENCES = ['foreign', 'missing', 'content', 'unasked'] as const;
export type SpfeDifference = (typeof SPFE_DIFFERENCES)[number];

/** What people order about deliveries. */
export const SPFE_ORDERS = ['withdraw', 'resend', 'facts', 'default'] as const;
export type SpfeOrder = (typeof SPFE_ORDERS)[number];

/**
 * Why a document is withdrawn: its operation never existed (Orden, art. 3.5), or the original is sent
 * through the SPFE instead of the copy (art. 5.5). Wrong contents are no reason: rectify the invoice.
 */
export const SPFE_WITHDRAWAL_REASONS = ['never_happened', 'interconnect_instead'] as const;
export type SpfeWithdrawalReason = (typeof SPFE_WITHDRAWAL_REASONS)[number];

/** The facts about a recipient that can be stated after the invoice was issued. */
export const SPFE_FACTS = ['is_business', 'establishment_in_spain'] as const;
export type SpfeFact = (typeof SPFE_FACTS)[number];

/** What of a delivery clients are told, once each. */
export const SPFE_EVENT_KINDS = [
  'admitted',
  'rejected',
  'withdrawn',
  'overdue',
  'paid_by_recipient',
  'rejected_by_recipient',
] as const;
export type SpfeEventKind = (typeof SPFE_EVENT_KINDS)[number];

/**
 * The states of a delivery, as answers show them. Nothing waits for its turn while AEAT has not
 * published the service.
 */
export const SHOWN_SPFE_STATES = [...SPFE_STATES, 'waiting_transport'] as const;
export type ShownSpfeState = (typeof SHOWN_SPFE_STATES)[number];

/** How far a message is, as answers show it. */
export const SPFE_TOLD_STATES = [
  'waiting',
  'waiting_transport',
  'sending',
  'uncertain',
  'accepted',
  'rejected',
  'cancelling',
] as const;
export type SpfeToldState = (typeof SPFE_TOLD_STATES)[number];

/** The states of a delivery that AEAT must have and does not have yet. */
export const OPEN_SPFE_STATES = [
  'held',
  'blocked',
  'pending',
  'sending',
  'uncertain',
  'rejected',
  'conflict',
] as const satisfies readonly SpfeState[];
/**
 * Minutes after which a delivery that was due counts as late. An invoice is due when it is issued
 * ("simultaneously", Orden, art. 4.1); the Orden states no number.
 */
export const SPFE_LATE_MINUTES = 15;
/** Hours after which a delivery that was due counts as overdue, as a downtime of the SPFE does (Orden, art. 5.7). */
export const SPFE_OVERDUE_HOURS = 24;
