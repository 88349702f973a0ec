import { API_ERRORS } from './api-error-catalogue.ts';
import { ERROR_MESSAGES } from './api-error.ts';
import type { Text } from './messages/texts.ts';

/** Why an issued invoice cannot be signed at present. */
export type SigningRefusal =
  /** The issuer has no certificate. */
  | 'certificate_missing'
  /** All certificates of the issuer have expired or are not valid yet. */
  | 'certificate_not_valid'
  /**
   * The certificate or its key cannot be opened. The log of the worker has the reason, which
   * concerns only the operator.
   */
  | 'certificate_unusable'
  /** The key of the certificate is not an RSA key. */
  | 'key_not_rsa'
  /** The key of the certificate is an RSA key of less than 2048 bits. */
  | 'key_too_short'
  /** The certificate is that of a third party, whose address is unknown. */
  | 'third_party_unknown'
  /** The format cannot express the invoice. */
  | 'not_expressible';

/**
 * For how many seconds a refusal is kept. After that, the next request has the invoice tried again.
 */
export const REFUSAL_SECONDS = 60;

/** What a stored certificate can sign, for processes that cannot open it. */
export type StoredSigning = {
  /** `rsa`, `ec` or another type of Node.js; null if its file has no usable key. */
  readonly keyType: string | null;
  /** Length of an RSA key; null for others. */
  readonly keyBits: number | null;
  /** Whom the certificate identifies; null if it states no NIF. */
  readonly holderNif: string | null;
};

/**
 * The policy requires a signature of the issuer with an RSA key, so it is the rule of each reason
 * that concerns the certificate.
 */
export const SIGNATURE_POLICY = API_ERRORS.signing_key_not_rsa.source;

/** Says to clients why an invoice cannot be signed. */
export function saySigningRefusal(reason: Exclude<SigningRefusal, 'not_expressible'>): Text {
  return ERROR_MESSAGES[`signing_${reason}`];
}
