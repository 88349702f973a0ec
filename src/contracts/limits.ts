/* Limits that several members share, and what the words of printed members say. */

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
