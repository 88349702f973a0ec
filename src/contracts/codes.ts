/**
 * The closed lists of the API. Schemas, rules, the PDF and the OpenAPI documents all read them
 * here. Version 2 of the API has all values of version 1 and those of the lists whose names begin
 * with `ADDED`. The Spanish legal codes are AEAT's own (Orden HAC/1177/2024, lists L1, L2, L8A, L9,
 * L10).
 */

/**
 * A version of the API. Both have the same rules; version 1 cannot state some of what version 2
 * can.
 */
export type ApiVersion = 1 | 2;
export const API_VERSIONS: readonly ApiVersion[] = [1, 2];

export const INVOICE_TYPES = ['F1', 'F2', 'F3', 'R1', 'R2', 'R3', 'R4', 'R5'] as const;
export type InvoiceType = (typeof INVOICE_TYPES)[number];

export const RECIPIENT_DOCUMENT_TYPES = ['nif', 'nie', 'passport', 'international_vat_number'] as const;
/** AEAT's IDType (list L7) of each: 02, 04, 05, 06 and 07. */
const ADDED_DOCUMENT_TYPES = [
  'eu_vat',
  'official_id',
  'residence_certificate',
  'other_document',
  'not_registered',
] as const;
export const DOCUMENT_TYPES = [...RECIPIENT_DOCUMENT_TYPES, ...ADDED_DOCUMENT_TYPES] as const;
export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const PAYMENT_METHODS = [
  'cash_on_delivery',
  'cash',
  'credit_card',
  'bank_transfer',
  'bizum',
  'bank_remittance',
  'others',
] as const;
/** The payment means of version 2. */
export const PAYMENT_MEANS = [...PAYMENT_METHODS, 'direct_debit'] as const;
export type PaymentMeans = (typeof PAYMENT_MEANS)[number];
/**
 * The means of a payment that is recorded. `not_collected` is none: with the cash accounting scheme
 * the tax falls due without it (LIVA, art. 163 terdecies).
 */
export const RECORDED_MEANS = [...PAYMENT_MEANS, 'cheque', 'not_collected'] as const;
export type RecordedMeans = (typeof RECORDED_MEANS)[number];

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
/** `oss`: the VAT of another member state, declared through the one-stop shop. */
export const ALL_TAX_TYPES = [...TAX_TYPES, 'oss'] as const;
export type TaxType = (typeof ALL_TAX_TYPES)[number];

export const TAX_OPERATION_KEYS = ['S1', 'S2', 'N1', 'N2'] as const;
export type TaxOperationKey = (typeof TAX_OPERATION_KEYS)[number];

export const TAX_EXEMPTION_CODES = ['E1', 'E2', 'E3', 'E4', 'E5', 'E6'] as const;
/** Version 2 adds the exemptions E7 and E8 of the IGIC. */
export const ALL_EXEMPTION_CODES = [...TAX_EXEMPTION_CODES, 'E7', 'E8'] as const;
export type TaxExemptionCode = (typeof ALL_EXEMPTION_CODES)[number];

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
/** Version 2 adds regime 21 of the IGIC. */
export const ALL_TAX_REGIMES = [...TAX_REGIMES, '21'] as const;
export type TaxRegime = (typeof ALL_TAX_REGIMES)[number];

/**
 * What is sold under regime 03, each with a mention of its own (RD 1619/2012, art. 6.1.ñ). The
 * first one is the default.
 */
export const SECOND_HAND_KINDS = ['used_goods', 'art', 'collectors_items'] as const;
export type SecondHandKind = (typeof SECOND_HAND_KINDS)[number];

/** What a line supplies: goods (SII's Entrega) or services (PrestacionServicios). */
export const SUPPLIES = ['goods', 'services'] as const;
export type Supply = (typeof SUPPLIES)[number];
/**
 * SII's SituacionInmueble: with a cadastral reference outside of the País Vasco and Navarra (1), in
 * one of these two (2), without a cadastral reference (3), and abroad (4).
 */
export const LEASED_PROPERTY_SITUATIONS = ['1', '2', '3', '4'] as const;

/**
 * The concepts of withholdings (list L5 of Orden HAC/1028/2026): those of the IRPF, those of the
 * Impuesto sobre Sociedades, and others.
 */
export const IRPF_CONCEPTS = ['01', '02', '03', '04', '05', '06', '07'] as const;
export const COMPANY_CONCEPTS = ['08', '09', '10'] as const;
export const WITHHOLDING_CONCEPTS = [...IRPF_CONCEPTS, ...COMPANY_CONCEPTS, '11'] as const;

/**
 * The taxes and levies other than the VAT that a charge may be (list L9 of Orden HAC/1028/2026):
 * special taxes, plastic packaging, landfill, and others.
 */
export const CHARGE_TAXES = [
  'IEH',
  'IECE',
  'IEPI',
  'IEA',
  'IET',
  'IELC',
  'IEE',
  'IEC',
  'IEP',
  'IEDE',
  'IMPTAS',
  'RESTO',
] as const;
export type ChargeTax = (typeof CHARGE_TAXES)[number];

/**
 * How a rectifying invoice states its amounts (AEAT's list L3): by differences (I) or by
 * substitution (S).
 */
export const RECTIFICATION_METHODS = ['differences', 'substitution'] as const;
/**
 * Who issues an invoice in the name of its issuer (AEAT's EmitidaPorTerceroODestinatario): T or D.
 */
export const ISSUED_BY_ROLES = ['third_party', 'recipient'] as const;

/**
 * The codes of errors in members of an invoice, as `POST /invoice_batches/validate` reports them.
 */
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
/** Findings that only invoices of version 2 can have. */
export const ADDED_FINDING_CODES = ['inconsistent', 'too_old', 'not_in_census'] as const;
export type FindingCode = (typeof FINDING_CODES)[number] | (typeof ADDED_FINDING_CODES)[number];

/**
 * The codes of warnings: values that are accepted but that a tax adviser would question, as
 * `POST /invoice_batches/validate` reports them.
 */
export const WARNING_CODES = [
  'old_issue_date',
  'operation_date_past',
  'units_zero',
  'margin_not_stated',
  'foreign_vat_not_stated',
  'one_stop_shop_to_business',
  'reverse_charge_abroad',
  'travel_agency_rate',
  'rate_not_charged',
  'zero_rate_charged',
  'unusual_rate',
  'withholding_below_one_percent',
  'withholding_on_simplified',
  'negative_total',
  'simplified_limit_exceeded',
  'cash_limit_exceeded',
  'nothing_charged',
  'issuer_address_missing',
  'issuer_shared',
  'recipient_address_missing',
  'description_missing',
  'corrections_exceed_original',
  'replacement_differs',
  'number_differs_in_case',
  'characters_not_printable',
  'supply_assumed',
  'more_left_out',
] as const;
/** Warnings that only invoices of version 2 can have. */
export const ADDED_WARNING_CODES = [
  'issued_late',
  'surcharge_not_due',
  'recipient_repeated',
  'substituted_again',
  'reference_date_differs',
  'recipient_not_in_census',
  'unusual_exchange_rate',
  'not_expressible',
  'not_signable',
  'name_split_guessed',
  'centres_missing',
  'spfe_not_concerned',
  'spfe_concern_unknown',
  'spfe_payment_day_missing',
  'spfe_property_missing',
  'spfe_regime_assumed',
  'spfe_other_withholding',
  'spfe_exchange_rate_decimals',
  'spfe_prepaid_amount',
  'spfe_size_near_limit',
  'register_total_differs',
  'census_not_identified',
  'census_name_differs',
  'census_deregistered',
  'census_revoked',
  'census_unknown',
  'census_unavailable',
  'census_spelling',
] as const;
export type WarningCode = (typeof WARNING_CODES)[number] | (typeof ADDED_WARNING_CODES)[number];

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

/**
 * What an organization does with what AEAT's census says of the parties of its invoices: it does not
 * ask, warns, or fails invoices whose parties AEAT does not know.
 */
export const CENSUS_MODES = ['off', 'warn', 'refuse'] as const;
export type CensusMode = (typeof CENSUS_MODES)[number];
/** What a batch of an organization with `refuse` does while AEAT does not answer. */
export const CENSUS_WHEN_UNAVAILABLE = ['proceed', 'hold'] as const;
export type CensusWhenUnavailable = (typeof CENSUS_WHEN_UNAVAILABLE)[number];
/**
 * What AEAT's census says of a NIF and a name. `unknown`: it gave no verdict. `unavailable`: there
 * was no answer.
 */
export const CENSUS_RESULTS = [
  'identified',
  'similar',
  'not_identified',
  'deregistered',
  'revoked',
  'unknown',
  'unavailable',
] as const;
export type CensusResult = (typeof CENSUS_RESULTS)[number];

/**
 * Why there is no answer of AEAT's census: it is away, it refuses the certificate, or the organization
 * has none that can be used.
 */
export const CENSUS_ABSENCES = ['away', 'refused', 'no_certificate'] as const;
export type CensusAbsence = (typeof CENSUS_ABSENCES)[number];

/** The rights that an API key can have. */
export const KEY_RIGHTS = [
  'submit',
  'read',
  'correct',
  'webhooks',
  'recipients',
  'series',
  'payments',
] as const;
export type KeyRight = (typeof KEY_RIGHTS)[number];
export const DEFAULT_RIGHTS: readonly KeyRight[] = ['submit', 'read'];

/** The reasons for which the API refuses a correction. */
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

/**
 * The roles of operators with their own login to the dashboard: `view` is read-only, `act` also
 * allows changes.
 */
export const OPERATOR_ROLES = ['view', 'act'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/**
 * The reasons for which an organization issues without VeriFactu, because RD 1007/2023 does not
 * apply to it (arts. 3 and 4).
 */
export const OUTSIDE_REASONS = ['sii', 'foral', 'exempt'] as const;
export type OutsideReason = (typeof OUTSIDE_REASONS)[number];

/**
 * The languages in which an issuer's invoices can be written (RD 1619/2012, art. 12, allows any
 * language). The first one is the default.
 */
export const LANGUAGES = ['es', 'ca', 'eu', 'gl', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The versions of the document of an issued invoice, in the order in which releases added them. */
export const DOCUMENT_VERSIONS = [1, 2, 3, 4, 5] as const;
export type DocumentVersion = (typeof DOCUMENT_VERSIONS)[number];
/** The latest version. */
export const DOCUMENT_VERSION: DocumentVersion = DOCUMENT_VERSIONS.at(-1)!;

/** The duties that a worker process can have. */
export const WORKER_DUTIES = ['batches', 'remission', 'spfe', 'pdfs', 'webhooks'] as const;

/**
 * The BullMQ queues. Small and long-running jobs have their own queues, so that small jobs do not
 * wait for a slot behind large ones.
 */
export const QUEUE_NAMES = [
  'batches',
  'small-batches',
  'remission',
  'spfe',
  'pdfs',
  'small-pdfs',
  'long-pdfs',
  'slow-pdfs',
  'webhooks',
] as const;
