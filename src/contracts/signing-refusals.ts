/** Why an issued invoice cannot be signed at present. */
export type SigningRefusal =
  /** The issuer has no certificate. */
  | 'certificate_missing'
  /** All certificates of the issuer have expired or are not valid yet. */
  | 'certificate_not_valid'
  /** The certificate or its key cannot be opened. The log of the worker has the reason, which concerns only the operator. */
  | 'certificate_unusable'
  /** The key of the certificate is not an RSA key. */
  | 'key_not_rsa'
  /** The key of the certificate is an RSA key of less than 2048 bits. */
  | 'key_too_short'
  /** The certificate is that of a third party, whose address is unknown. */
  | 'third_party_unknown'
  /** The format cannot express the invoice. */
  | 'not_expressible';

/** For how many seconds a refusal is kept. After that, the next request has the invoice tried again. */
export const REFUSAL_SECONDS = 60;
