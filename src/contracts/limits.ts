/* Limits that several members share, counts of what a request or an organization may have, and what the words of printed members say. */

export const PRINTED = 'Printed on the PDF.';
/** Maximum number of decimals of an amount. */
export const CENTS = 2;
/** At most 12 integer digits. */
export const MAGNITUDE = { exclusiveMinimum: -1e12, exclusiveMaximum: 1e12 };
export const NOT_NEGATIVE = { minimum: 0, exclusiveMaximum: 1e12 };
export const PER_CENT = { minimum: 0, maximum: 100 };

/* Lengths of texts in code points after normalisation, as `countCharacters` counts them. */

/** AEAT's NombreRazon. */
export const NAME_LENGTH = 120;
export const REFERENCE_LENGTH = 100;
/** Of the client's own label of a batch. */
export const BATCH_LABEL_LENGTH = 255;
/** Of a name and of a value among the metadata. */
export const METADATA_LENGTHS = { key: 40, value: 500 };

/** The most characters of the code of a series. */
export const SERIES_CODE_LENGTH = 20;
/** The codes of series. */
export const SERIES_CODE = '^[A-Za-z0-9][A-Za-z0-9._-]{0,19}$';
/** The most series of an organization, closed ones included. */
export const MAX_SERIES = 1000;
/** The most series of an issuer, because every number that it states is compared with them. */
export const MAX_SERIES_OF_ISSUER = 100;

/** The most payments in a request. */
export const MAX_RECORDED_PAYMENTS = 1000;
/** The most payments of an invoice, counter-entries included. */
export const MAX_PAYMENTS_OF_INVOICE = 1000;

/**
 * Maximum number of issuers that an organization can be bound to. It is limited because every
 * session contains the list.
 */
export const MAX_BOUND_ISSUERS = 1000;

/** Maximum number of invoices in one batch. */
export const MAX_BATCH_INVOICES = 1000;
/** Seconds for which the creation of one invoice waits until it is issued. */
export const ISSUED_WITHIN_SECONDS = 5;
/** Maximum number of authorisations of AEAT that an invoice states. */
export const MAX_AUTHORISATIONS = 10;
/** Maximum number of suplidos that an invoice states one by one. */
export const MAX_REIMBURSABLE_EXPENSES = 100;
/** Maximum number of lines in one invoice. */
export const MAX_INVOICE_LINES = 1000;
/**
 * Maximum number of invoices that one invoice rectifies or replaces (AEAT's FacturasRectificadas
 * and FacturasSustituidas).
 */
export const MAX_REFERENCED_INVOICES = 1000;
/** Maximum number of recipients of one invoice. */
export const MAX_RECIPIENTS = 100;
/** Maximum number of due dates of one invoice. */
export const MAX_DUE_DATES = 12;
/** Maximum number of allowances of an invoice or of a line, and of charges. */
export const MAX_ALLOWANCES = 20;
export const MAX_DELIVERY_NOTES = 100;
/** Maximum number of pairs of metadata. */
export const MAX_METADATA = 20;

/**
 * Legal minimum of years to keep what an organization issued (Código de Comercio, art. 30), which
 * is also the initial value.
 */
export const LEAST_KEEP_YEARS = 6;
export const MOST_KEEP_YEARS = 30;

/** How long an `Idempotency-Key` refers to its batch, as an interval of PostgreSQL. */
export const IDEMPOTENCY_WINDOW = '24 hours';
