/**
 * The closed lists of the API, version 1. Each list is written once: schemas, rules, the PDF and the OpenAPI document read it here.
 * The Spanish legal codes are AEAT's own (order HAC/1177/2024, lists L1, L2, L8A, L9, L10).
 */

export const INVOICE_TYPES = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const RECIPIENT_DOCUMENT_TYPES = ['nif', 'nie', 'passport', 'international_vat_number'] as const;
export type RecipientDocumentType = (typeof RECIPIENT_DOCUMENT_TYPES)[number];

export const PAYMENT_METHODS = [
  'cash_on_delivery',
  'cash',
  'credit_card',
  'bank_transfer',
  'bizum',
  'bank_remittance',
  'others',
] as const;
export type PaymentMethod = (typeof PAYMENT_METHODS)[number];

export const OPERATION_TYPES = [
  'domestic_operations_deductible_vat',
  'agricultural_compensation',
  'intra_community_acquisition_goods',
  'intra_community_acquisition_services',
  'reverse_charge_tax',
  'imports',
  'non_deductible_vat',
] as const;

export const TAX_TYPES = ['iva', 'psi', 'igic', 'others'] as const;
export type TaxType = (typeof TAX_TYPES)[number];

export const TAX_OPERATION_KEYS = ['S1', 'S2', 'N1', 'N2'] as const;
export type TaxOperationKey = (typeof TAX_OPERATION_KEYS)[number];

export const TAX_EXEMPTION_CODES = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'] as const;
export type TaxExemptionCode = (typeof TAX_EXEMPTION_CODES)[number];

export const TAX_REGIMES = [
  '01',
  '02',
  '03',
  '04',
  '05',
  '06',
  '07',
  '08',
  '09',
  '10',
  '11',
  '14',
  '15',
  '17',
  '18',
  '19',
  '20',
] as const;
export type TaxRegime = (typeof TAX_REGIMES)[number];

/** What is wrong with a member of an invoice, as `POST /invoice_batches/validate` tells it. */
export const FINDING_CODES = [
  'blank',
  'must_be_blank',
  'invalid',
  'unknown_value',
  'forbidden_characters',
  'too_long',
  'too_many',
  'too_many_digits',
  'out_of_range',
  'not_allowed',
  'not_supported',
  'not_found',
  'not_authorized',
  'duplicate',
  'more_left_out',
] as const;
export type FindingCode = (typeof FINDING_CODES)[number];

/** What is accepted though an adviser would question it, as `POST /invoice_batches/validate` tells it. */
export const WARNING_CODES = [
  'old_issue_date',
  'operation_date_past',
  'margin_not_stated',
  'foreign_vat_not_stated',
  'rate_not_charged',
  'zero_rate_charged',
  'withholding_below_one_percent',
  'withholding_on_simplified',
  'negative_total',
  'simplified_limit_exceeded',
  'cash_limit_exceeded',
  'nothing_charged',
  'issuer_address_missing',
  'recipient_address_missing',
  'description_missing',
  'corrections_exceed_original',
  'replacement_differs',
  'number_differs_in_case',
  'characters_not_printable',
  'more_left_out',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number];

export const BATCH_STATUSES = [
  'received',
  'processing',
  'processed',
  'processed_with_errors',
  'failed',
] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

export const PROCESSING_STATUSES = ['pending', 'processing', 'processed', 'failed'] as const;

export const VERIFACTU_STATES = ['remission', 'accepted', 'accepted_with_errors', 'rejected'] as const;

/** What an API key may be allowed to do, and what it is where nobody says. */
export const KEY_RIGHTS = ['submit', 'read', 'correct'] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];
export const DEFAULT_RIGHTS: readonly KeyRight[] = ['submit', 'read'];

/** Why a correction is refused, as the API tells it. */
export const CORRECTION_REFUSALS = [
  'not_issued',
  'not_registered',
  'not_answered_yet',
  'nothing_to_correct',
  'already_annulled',
  'corrected_by_others',
  'annulment_refused',
  'register_unclear',
  'recipient_not_applicable',
  'chain_suspended',
  'chain_halted',
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

/** What an operator with a login of their own may do in the dashboard: only look, or change something too. */
export const OPERATOR_ROLES = ['view', 'act'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Why an organization issues without VeriFactu: what puts an issuer outside of RD 1007/2023 (arts. 3 and 4). */
export const OUTSIDE_REASONS = ['sii', 'foral', 'exempt'] as const;
export type OutsideReason = (typeof OUTSIDE_REASONS)[number];

/** What an issuer's pages may be written in (RD 1619/2012, art. 12: any language); the first where nothing is said. */
export const LANGUAGES = ['es', 'ca', 'eu', 'gl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** Most issuers that an organization can be bound to: the list travels with every session. */
export const MAX_BOUND_ISSUERS = 1000;

/** Most invoices of one batch. */
export const MAX_BATCH_INVOICES = 1000;
/** Most lines of one invoice. */
export const MAX_INVOICE_LINES = 1000;

/** What worker processes are for. */
export const WORKER_DUTIES = ['batches', 'remission', 'pdfs', 'webhooks'] as const;

/** BullMQ's queues: what is small has one of its own, so that it does not wait for a slot behind what is large; what takes long too. */
export const QUEUE_NAMES = [
  'batches',
  'small-batches',
  'remission',
  'pdfs',
  'small-pdfs',
  'long-pdfs',
  'slow-pdfs',
  'webhooks',
] as const;
